// A reviewed game: its graph, a summary of each side, and the present turn.

import { valueWords, verdictWords, word } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 120;
const MIDDLE = HEIGHT / 2;
/** Wins that take so many plies or more are drawn alike. */
const FAR = 250;

/** Draws the review of a game, or says that it is under way when it has no turns yet, or hides it. */
export function showReview(review, ply, onJump) {
  const place = document.getElementById('review');
  place.hidden = !review;
  if (!review) return;
  if (!review.turns) {
    place.textContent = word('reviewing');
    return;
  }
  const { turns } = review;
  const summaries = ['white', 'black'].map((side) => paragraph(summary(side, turns[side])));
  place.replaceChildren(graph(turns, ply, onJump), turnWords(turns.turns[ply - 1]), ...summaries);
}

function summary(side, s) {
  const thrown = s.win_to_draw + s.win_to_loss;
  return word('reviewOf', word(side), s.turns, s.best, s.slower, thrown, s.draw_to_loss);
}

function turnWords(turn) {
  if (!turn) return paragraph('');
  const verdict = verdictWords(turn);
  const best = turn.best.slice(0, 3).map((ranked) => ranked.move).join(', ');
  const better = turn.verdict === 'best' ? '' : ` · ${word('better', best)}`;
  const text = `${turn.ply}. ${turn.move}: ${valueWords(turn.before)} → ${valueWords(turn.after)} · ${verdict}`;
  return paragraph(text + better);
}

function paragraph(text) {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

/** A value on a scale from -1, Black wins at once, to 1, White wins at once. */
function forWhite({ value, plies: distance }, side) {
  const near = 1 - (0.8 * Math.min(distance ?? 0, FAR)) / FAR;
  const sign = { win: 1, draw: 0, loss: -1 }[value];
  return sign * near * (side === 'white' ? 1 : -1);
}

function graph({ turns }, ply, onJump) {
  const step = Math.max(8, 640 / Math.max(turns.length, 1));
  const svg = element('svg', {
    class: 'graph', viewBox: `-10 0 ${step * turns.length + 20} ${HEIGHT}`, role: 'img', 'aria-label': word('graph'),
    preserveAspectRatio: 'none',
  });
  const y = (value) => MIDDLE - value * (MIDDLE - 8);
  const heights = turns.map((turn) => y(forWhite(turn.after, turn.to_move)));
  if (turns.length) heights.unshift(y(forWhite(turns[0].before, turns[0].to_move)));
  svg.append(element('line', { class: 'middle', x1: -10, x2: step * turns.length + 10, y1: MIDDLE, y2: MIDDLE }));
  svg.append(element('line', { class: 'now', x1: step * ply, x2: step * ply, y1: 0, y2: HEIGHT }));
  svg.append(element('polyline', { points: heights.map((h, i) => `${step * i},${h}`).join(' ') }));
  turns.forEach((turn, i) => {
    const mistake = !['best', 'slower'].includes(turn.verdict);
    const column = element('g', { class: mistake ? 'turn mistake' : 'turn', 'data-ply': i + 1 });
    column.append(element('rect', { x: step * (i + 0.5), y: 0, width: step, height: HEIGHT }));
    if (mistake) column.append(element('circle', { cx: step * (i + 1), cy: heights[i + 1], r: 4 }));
    const title = element('title', {});
    title.textContent = `${i + 1}. ${turn.move}: ${valueWords(turn.after)}`;
    column.append(title);
    column.addEventListener('click', () => onJump(i + 1));
    svg.append(column);
  });
  return svg;
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
