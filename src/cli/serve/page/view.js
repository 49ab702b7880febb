// The texts beside the board: who is to move and what it is worth, the moves, the record.

import { otherSide } from './position.js';
import { counted, label, valueWords, word } from './words.js';

const find = (id) => document.getElementById(id);

/** `White to move: wins in 13 plies`, or how the game has ended. */
export function showStatus(game, position, answer) {
  const side = word(position.toMove);
  const status = find('status');
  status.className = answer?.value ?? '';
  if (game.over) {
    const key = game.over === 'stones' ? 'lostStones' : 'lostBlocked';
    status.textContent = word(key, word(otherSide(position.toMove)), side);
  } else {
    const turn = word(position.pending ? 'toTake' : 'toMove', side);
    status.textContent = answer ? `${turn} · ${sentence(side, answer)}` : turn;
  }
  const limit = game.report.rules.match(/draw-after-(\d+)/)?.[1];
  find('limit').textContent = limit ? word('captureNote', limit) : '';
  find('hands').textContent = word('hands', position.hands.white, position.hands.black);
}

/** Under a limit of turns a distance is not the one to the end, and must not pass for it. */
function sentence(side, { value, plies: distance, metric, stored, quiet_plies: played }) {
  if (value === 'draw') return stored ? word('turned', played) : word('draws');
  const verb = value === 'win' ? 'wins' : 'loses';
  if (distance === undefined) return word(verb, side);
  return word(verb + (metric ? 'Capture' : 'In'), side, counted('plies', distance));
}

/** The moves, best first; `onMove` is called with the one that is clicked, `onMark` while one is pointed at. */
export function showMoves(moves, onMove, onMark) {
  const rows = moves.map((ranked) => {
    const row = document.createElement('tr');
    const button = document.createElement('button');
    button.textContent = ranked.move;
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
  document.querySelector('#moves tbody').replaceChildren(...rows);
}

/** The game's moves, each a button that jumps behind it, with the marks of a review. */
export function showRecord(game, review, onJump) {
  const items = game.moves.map((move, i) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const turn = review?.turns[i];
    button.textContent = move + (MARKS[turn?.verdict] ?? '');
    button.dataset.verdict = turn?.verdict ?? '';
    if (turn) button.title = `${word(turn.verdict, turn.plies_lost)} (${valueWords(turn.after)})`;
    if (i + 1 === game.ply) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => onJump(i + 1));
    item.append(button);
    return item;
  });
  const record = find('record');
  record.replaceChildren(...items);
  // Within the list alone: the page is to stay where it is.
  const current = record.querySelector('[aria-current]');
  if (current) record.scrollTop = current.offsetTop - record.offsetTop - record.clientHeight / 2;
  find('first').disabled = find('undo').disabled = game.ply === 0;
  find('last').disabled = find('redo').disabled = game.isLast;
}

const MARKS = { slower: '', win_to_draw: ' ?', win_to_loss: ' ??', draw_to_loss: ' ?' };

/** What went wrong, or nothing. */
export function showProblem(problem) {
  const place = find('problem');
  place.hidden = !problem;
  if (!problem) return;
  place.textContent = problemWords(problem);
  if (problem.command) {
    const command = document.createElement('code');
    command.textContent = problem.command;
    place.append(' ', command);
  }
}

function problemWords({ status, command, message }) {
  if (status === 0) return word('noServer');
  if (status === 400) return word('badText', message);
  if (status === 404) return word(command ? 'noDatabase' : 'notSolved');
  return word(status === 500 ? 'damaged' : 'failed', message);
}
