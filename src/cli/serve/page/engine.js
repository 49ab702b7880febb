// The database as an opponent.

const RANK = { win: 2, draw: 1, loss: 0 };

/**
 * Chooses among moves that are ranked best first, one of those with the best value and distance;
 * if "tricky", one after which the largest share of the opponent's answers is a mistake.
 */
export function choose(moves, style) {
  const [first] = moves;
  if (!first) return undefined;
  const equal = moves.filter((m) => m.value === first.value && m.plies === first.plies);
  if (style !== 'tricky') return any(equal);
  const share = Math.max(...equal.map(mistakes));
  return any(equal.filter((m) => mistakes(m) === share));
}

/** The share of the opponent's answers that give us more than the move's value. */
function mistakes(move) {
  const { replies } = move;
  const total = replies.win + replies.draw + replies.loss;
  if (total === 0) return 0;
  const better = ['win', 'draw', 'loss'].filter((value) => RANK[value] > RANK[move.value]);
  return better.reduce((sum, value) => sum + replies[value], 0) / total;
}

const any = (list) => list[Math.floor(Math.random() * list.length)];
