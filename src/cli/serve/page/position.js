// Positions as the page sees them. No rules: what is legal, and what a move leads to, says the server.

/** The points in the order of a FEN's board. */
export const POINTS = [
  'd5', 'e5', 'e4', 'e3', 'd3', 'c3', 'c4', 'c5',
  'd6', 'f6', 'f4', 'f2', 'd2', 'b2', 'b4', 'b6',
  'd7', 'g7', 'g4', 'g1', 'd1', 'a1', 'a4', 'a7',
];

/** Where a point lies: column 0 to 6 from the left, row 0 to 6 from the top. */
export function place(point) {
  return { column: point.charCodeAt(0) - 97, row: 7 - Number(point[1]) };
}

/** The fields of a FEN. */
export function fromFen(fen) {
  const fields = fen.split(' ');
  const stones = new Map();
  [...fields[0].replaceAll('/', '')].forEach((mark, i) => {
    if (mark === 'O') stones.set(POINTS[i], 'white');
    if (mark === '@') stones.set(POINTS[i], 'black');
  });
  return {
    stones,
    toMove: fields[1] === 'w' ? 'white' : 'black',
    pending: fields[3] === 'r',
    hands: { white: Number(fields[5]), black: Number(fields[7]) },
    onBoard: { white: Number(fields[4]), black: Number(fields[6]) },
  };
}

/** The parts of `d2-d3xf4`: from, to and take, each undefined where the move has none. */
export function parts(move) {
  const [turn, take] = move.split('x');
  const [first, second] = turn.split('-');
  return second ? { from: first, to: second, take } : { to: first || undefined, take };
}

/** The nearest point from `point` in a direction given as -1, 0 or 1 each way, or undefined. */
export function neighbour(point, dx, dy) {
  const here = place(point);
  let best;
  for (const other of POINTS) {
    const there = place(other);
    const along = (there.column - here.column) * dx + (there.row - here.row) * dy;
    const across = Math.abs((there.column - here.column) * dy) + Math.abs((there.row - here.row) * dx);
    const far = along + 3 * across;
    if (along > 0 && (!best || far < best.far)) best = { other, far };
  }
  return best?.other;
}

export const otherSide = (side) => (side === 'white' ? 'black' : 'white');
