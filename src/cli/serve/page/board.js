// The board: an SVG that shows stones and the worth of moves, and turns clicks and keys into moves.
//
// A turn is put together in steps: the stone that moves, where it goes, what it takes. `chosen` holds
// what is put together so far; the moves that still fit it are what can be done next.

import { POINTS, neighbour, parts, place } from './position.js';
import { label, valueWords, word } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const UNIT = 100;
const STONE = 34;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const NOTHING = { from: undefined, to: undefined };

export class Board {
  /** `onMove` is called with the text of a move that is complete, `onStep` when a part is chosen. */
  constructor(svg, onMove, onStep) {
    this.svg = svg;
    this.onMove = onMove;
    this.onStep = onStep;
    this.flipped = false;
    this.focused = 'd7';
    this.chosen = NOTHING;
    this.moves = [];
    this.points = new Map();
    this.lines = append(svg, 'path', { class: 'lines' });
    this.names = append(svg, 'g', { class: 'names', 'aria-hidden': true });
    this.hints = append(svg, 'g', { class: 'hints', 'aria-hidden': true });
    const layer = append(svg, 'g', {});
    for (const point of POINTS) {
      const group = append(layer, 'g', { class: 'point', role: 'button', 'data-point': point });
      group.addEventListener('click', () => this.choose(point));
      this.points.set(point, group);
    }
    this.above = append(svg, 'g', { class: 'hints', 'aria-hidden': true });
    svg.addEventListener('keydown', (event) => this.key(event));
    this.drawLines();
  }

  /** Shows a position and its moves: `[{move, value, plies}]`, without values where none is known. */
  show(position, moves) {
    this.position = position;
    this.moves = moves.map((ranked) => ({ ...ranked, ...parts(ranked.move) }));
    this.chosen = NOTHING;
    this.marked = undefined;
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.drawLines();
    this.draw();
  }

  /** Marks a move of the list, or none. */
  mark(move) {
    this.marked = move && parts(move);
    this.draw();
  }

  /** The moves that fit what was chosen so far. */
  fitting() {
    const { from, to } = this.chosen;
    return this.moves.filter((m) => (!from || m.from === from) && (!to || m.to === to));
  }

  /** What a click on each point would choose next, as a map from point to its moves, best first. */
  targets() {
    const part = this.part();
    const targets = new Map();
    for (const move of this.fitting()) {
      const point = move[part];
      if (!point) continue;
      if (!targets.has(point)) targets.set(point, []);
      targets.get(point).push(move);
    }
    return targets;
  }

  part() {
    const { from, to } = this.chosen;
    if (to || this.position?.pending) return 'take';
    return this.moves.some((m) => m.from) && !from ? 'from' : 'to';
  }

  choose(point) {
    this.focused = point;
    const part = this.part();
    const target = this.targets().get(point);
    if (!target) {
      // Another stone of the same side is taken up instead; anything else drops what was chosen.
      this.chosen = NOTHING;
      if (part === 'to' && this.targets().has(point)) this.chosen = { ...NOTHING, from: point };
      this.step();
      return;
    }
    const chosen = { ...this.chosen, [part]: point };
    const done = part === 'take' || (part === 'to' && target.every((m) => !m.take));
    if (done) {
      this.onMove(target[0].move);
      return;
    }
    this.chosen = { from: chosen.from, to: chosen.to };
    this.step();
  }

  step() {
    this.draw();
    this.onStep();
  }

  key(event) {
    const point = event.target.closest('[data-point]')?.dataset.point;
    if (!point) return;
    const [dx, dy] = DIRECTIONS[event.key] ?? [];
    if (dx !== undefined) {
      const turn = this.flipped ? -1 : 1;
      this.focused = neighbour(point, dx * turn, dy * turn) ?? point;
      this.draw();
      this.points.get(this.focused).focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.choose(point);
      this.points.get(point).focus();
    } else if (event.key === 'Escape') {
      this.chosen = NOTHING;
      this.step();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The stones, with the one that is being moved on its new point. */
  stones() {
    const stones = new Map(this.position.stones);
    const { from, to } = this.chosen;
    if (to) {
      if (from) stones.delete(from);
      stones.set(to, this.position.toMove);
    }
    return stones;
  }

  at(point) {
    const { column, row } = place(point);
    const [c, r] = this.flipped ? [6 - column, 6 - row] : [column, row];
    return { x: UNIT * (c + 0.5), y: UNIT * (r + 0.5) };
  }

  drawLines() {
    const line = (a, b) => {
      const [from, to] = [this.at(a), this.at(b)];
      return `M${from.x} ${from.y}L${to.x} ${to.y}`;
    };
    const square = (names) => names.map((name, i) => line(name, names[(i + 1) % 4])).join('');
    this.lines.setAttribute('d', [
      square(['a7', 'g7', 'g1', 'a1']), square(['b6', 'f6', 'f2', 'b2']), square(['c5', 'e5', 'e3', 'c3']),
      line('d7', 'd5'), line('d3', 'd1'), line('a4', 'c4'), line('e4', 'g4'),
    ].join(''));
    this.names.replaceChildren();
    for (let i = 0; i < 7; i += 1) {
      const shown = this.flipped ? 6 - i : i;
      append(this.names, 'text', { x: UNIT * (i + 0.5), y: 710 }).textContent = 'abcdefg'[shown];
      append(this.names, 'text', { x: 2, y: UNIT * (i + 0.5) + 5 }).textContent = 7 - shown;
    }
  }

  draw() {
    if (!this.position) return;
    this.svg.setAttribute('aria-label', word('board'));
    const stones = this.stones();
    const targets = this.targets();
    this.hints.replaceChildren();
    this.above.replaceChildren();
    if (this.part() === 'from') this.drawSlides();
    for (const [point, group] of this.points) {
      this.drawPoint(group, point, stones.get(point), targets.get(point));
    }
    if (this.marked) this.drawMarked();
  }

  drawPoint(group, point, stone, target) {
    const { x, y } = this.at(point);
    const [best] = target ?? [];
    const chosen = point === this.chosen.from || point === this.chosen.to;
    group.replaceChildren();
    group.setAttribute('tabindex', point === this.focused ? 0 : -1);
    group.setAttribute('aria-label', this.describe(point, stone, best));
    group.setAttribute('aria-pressed', chosen);
    group.dataset.stone = stone ?? '';
    group.dataset.target = best ? best.value ?? 'unknown' : '';
    append(group, 'circle', { class: 'hit', cx: x, cy: y, r: 47 });
    append(group, 'circle', { class: 'dot', cx: x, cy: y, r: 7 });
    if (stone) append(group, 'circle', { class: `stone ${stone}`, cx: x, cy: y, r: STONE });
    if (chosen) append(group, 'circle', { class: 'chosen', cx: x, cy: y, r: STONE + 4 });
    if (!best) return;
    append(group, 'circle', { class: `ring ${best.value ?? ''}`, cx: x, cy: y, r: STONE - 4 });
    const text = label(best);
    if (text) {
      const long = text.length > 2 ? ' long' : '';
      append(group, 'text', { class: `worth ${stone ?? 'free'}${long}`, x, y: y + 7 }).textContent = text;
    }
  }

  /** With nothing taken up, every slide is an arrow with its worth. Flights would be too many. */
  drawSlides() {
    // The best of those that differ in the capture alone comes first.
    const slides = new Map();
    for (const move of this.moves) {
      const key = `${move.from}-${move.to}`;
      if (!slides.has(key)) slides.set(key, move);
    }
    const { stones, toMove } = this.position;
    const own = [...stones.values()].filter((side) => side === toMove).length;
    const flying = slides.size === own * (POINTS.length - stones.size);
    if (flying) return;
    for (const slide of slides.values()) {
      const [from, to] = [this.at(slide.from), this.at(slide.to)];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      const head = { x: to.x - 12 * ux, y: to.y - 12 * uy };
      const d = `M${from.x} ${from.y}L${head.x} ${head.y}`
        + `M${head.x - 16 * ux - 9 * uy} ${head.y - 16 * uy + 9 * ux}L${head.x} ${head.y}`
        + `L${head.x - 16 * ux + 9 * uy} ${head.y - 16 * uy - 9 * ux}`;
      // The rim sets it off from the line of the board.
      append(this.hints, 'path', { class: 'rim', d });
      append(this.hints, 'path', { class: `slide ${slide.value ?? ''}`, d });
      const text = label(slide);
      if (!text) continue;
      this.labelSlide(text, slide, from, { ux, uy });
    }
  }

  /** Writes beside an arrow, just off its stone and within the board. */
  labelSlide(text, { value }, from, { ux, uy }) {
    const left = from.x + 12 * Math.abs(uy) > 620;
    const anchor = ux ? 'middle' : left ? 'end' : 'start';
    const x = from.x + (ux ? 62 * ux : left ? -10 : 10);
    const y = from.y + (ux ? -10 : 58 * uy + 7);
    append(this.above, 'text', { class: `worth free long ${value}`, x, y, 'text-anchor': anchor })
      .textContent = text;
  }

  drawMarked() {
    const { from, to, take } = this.marked;
    if (from && to) {
      const [a, b] = [this.at(from), this.at(to)];
      append(this.above, 'path', { class: 'marked', d: `M${a.x} ${a.y}L${b.x} ${b.y}` });
    }
    if (to) append(this.above, 'circle', { class: 'marked', cx: this.at(to).x, cy: this.at(to).y, r: STONE });
    if (take) {
      const { x, y } = this.at(take);
      append(this.above, 'path', { class: 'marked take', d: `M${x - 20} ${y - 20}l40 40m0 -40l-40 40` });
    }
  }

  describe(point, stone, best) {
    const can = best ? `, ${word(this.part() === 'take' ? 'takesIt' : 'canBeChosen')}` : '';
    const worth = best?.value ? `, ${valueWords(best)}` : '';
    return `${point}: ${word(stone ?? 'free')}${can}${worth}`;
  }
}

function append(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent.appendChild(element);
}
