// The texts beside the board: who is to move and what it is worth, the moves, the record.

import { otherSide } from './position.js';
import { counted, label, valueWords, verdictWords, word } from './words.js';

const find = (id) => document.getElementById(id);

/** `White to move · White wins in 13 plies`, or how the game has ended. `part` is what is chosen next. */
export function showStatus(game, position, answer, part) {
  const side = word(position.toMove);
  const status = find('status');
  status.className = answer?.value ?? '';
  if (game.over) {
    const key = game.over === 'stones' ? 'lostStones' : 'lostBlocked';
    status.textContent = word(key, word(otherSide(position.toMove)), side);
  } else {
    const turn = word(part === 'take' ? 'toTake' : 'toMove', side);
    status.textContent = answer ? `${turn} · ${sentence(side, answer)}` : turn;
  }
  const limit = game.report.rules.match(/draw-after-(\d+)/)?.[1];
  find('limit').textContent = limit ? word('captureNote', limit) : '';
  find('unreachable').textContent = answer?.unreachable ? word('unreachable') : '';
  find('hands').textContent = word('hands', position.hands.white, position.hands.black);
}

/** Under a limit of turns a distance is not the one to the end, and must not pass for it. */
function sentence(side, { value, plies: distance, metric, stored, quiet_plies: played }) {
  if (value === 'draw') return stored ? word('turned', played) : word('draws');
  const verb = value === 'win' ? 'wins' : 'loses';
  if (distance === undefined) return word(verb, side);
  return word(verb + (metric ? 'Capture' : 'In'), side, counted('plies', distance));
}

/**
 * The moves, best first; `onMove` is called with the one that is clicked, if any may be, `onMark` while
 * one is pointed at.
 */
export function showMoves(moves, onMove, onMark) {
  const body = document.querySelector('#moves tbody');
  const rows = moves.map((ranked) => {
    const row = document.createElement('tr');
    const button = document.createElement('button');
    button.textContent = ranked.move;
    button.disabled = !onMove;
    button.addEventListener('click', () => onMove(ranked.move));
    button.addEventListener('focus', () => onMark(ranked.move));
    button.addEventListener('blur', () => onMark());
    row.addEventListener('pointerenter', () => onMark(ranked.move));
    row.addEventListener('pointerleave', () => onMark());
    row.insertCell().append(button);
    const value = row.insertCell();
    if (ranked.value) {
      value.className = `value ${ranked.value}`;
      value.textContent = label(ranked);
      value.title = valueWords(ranked);
      for (const reply of ['win', 'draw', 'loss']) {
        row.insertCell().textContent = ranked.replies[reply];
      }
    }
    return row;
  });
  replace(body, rows, () => body.querySelector('button'));
}

/** Lists whose focus went with the buttons that were replaced, until there is one to take it. */
const orphaned = new Set();

/** Replaces the children of a list. If the focus was among them, it goes to what `heir` finds. */
function replace(list, children, heir) {
  if (list.contains(document.activeElement)) orphaned.add(list);
  list.replaceChildren(...children);
  if (!orphaned.has(list)) return;
  if (document.activeElement !== document.body) orphaned.delete(list);
  const button = heir();
  if (!button || button.disabled || !orphaned.delete(list)) return;
  button.focus();
}

/** The game's moves, each a button that jumps behind it, with the marks of a review if there is one. */
export function showRecord(game, review, onJump) {
  const items = game.moves.map((move, i) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const turn = review?.turns[i];
    button.textContent = move + (MARKS[turn?.verdict] ?? '');
    button.dataset.verdict = turn?.verdict ?? '';
    if (turn) button.title = `${verdictWords(turn)} (${valueWords(turn.after)})`;
    if (i + 1 === game.ply) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => onJump(i + 1));
    item.append(button);
    return item;
  });
  const record = find('record');
  const current = () => record.querySelector('[aria-current]');
  replace(record, items, current);
  // Within the list alone: the page is to stay where it is.
  if (current()) record.scrollTop = current().offsetTop - record.offsetTop - record.clientHeight / 2;
  // Not `disabled`: a button that has the focus would lose it.
  for (const id of ['first', 'undo']) find(id).setAttribute('aria-disabled', game.ply === 0);
  for (const id of ['last', 'redo']) find(id).setAttribute('aria-disabled', game.isLast);
}

const MARKS = { slower: '', win_to_draw: ' ?', win_to_loss: ' ??', draw_to_loss: ' ?' };

/** What went wrong, or nothing; `again` tries once more, where that may help. */
export function showProblem(problem, again) {
  const place = find('problem');
  place.hidden = !problem;
  if (!problem) return;
  place.textContent = problemWords(problem);
  if (problem.command) {
    const command = document.createElement('code');
    command.textContent = problem.command;
    place.append(' ', command);
  }
  if (again && [0, 404, 500, 503].includes(problem.status)) {
    const button = document.createElement('button');
    button.textContent = word('again');
    button.addEventListener('click', again);
    place.append(' ', button);
  }
}

function problemWords({ status, command, message }) {
  if (status === -1) return message;
  if (status === 0) return word('noServer');
  if (status === 400) return word('badText', message);
  if (status === 404) return word(command ? 'noDatabase' : 'notSolved');
  return word(status === 500 ? 'damaged' : 'failed', message);
}
