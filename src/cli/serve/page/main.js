// Brings the parts together: what is shown, and what happens when something is done.

import * as api from './api.js';
import { Board } from './board.js';
import { choose } from './engine.js';
import { Game } from './game.js';
import { copy, settings, showStats } from './panels.js';
import { fromFen } from './position.js';
import { showReview } from './review.js';
import { showMoves, showProblem, showRecord, showStatus } from './view.js';
import { word } from './words.js';

const find = (id) => document.getElementById(id);
/** So that one sees that the database has moved, and where. In milliseconds. */
const THINKING = 400;
/** Browsers refuse an address that changes with every repeat of a held key. In milliseconds. */
const ADDRESS_REST = 200;

let game;
let answer; // the server's answer to the present position, once it has come
let problem; // why it has none, or what else went wrong
let legal = []; // moves without values, where the database has none
let review; // `{record, turns}` of a game, without turns while the server works
let rows = []; // statistics
let loaded = ''; // the text that was shown last
let asked; // aborts the question about the position before
let taken = 0; // the number of the last text that was sent to be read
let shown; // the timer of the address

const board = new Board(find('board'), play, status);

const position = () => fromFen(game.fen);
const opponent = () => find('opponent').value;
/** Whether it is for the database to play. */
const waits = () => game.isLast && !game.over && position().toMove === opponent();

/** Shows the present position at once, and what it is worth when the answer comes. */
async function refresh() {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  answer = problem = undefined;
  legal = [];
  show();
  clearTimeout(shown);
  shown = setTimeout(showAddress, ADDRESS_REST);
  if (game.over) return;
  try {
    const got = await api.query(game.fen, signal);
    if (signal.aborted) return;
    answer = withoutTrivialDistances(got);
  } catch (caught) {
    if (signal.aborted) return;
    problem = caught;
    legal = await api.game(game.fen).then((report) => report.legal, () => []);
    if (signal.aborted) return;
  }
  show();
  if (answer && waits()) {
    setTimeout(() => {
      if (!signal.aborted && waits()) play(choose(answer.moves, find('style').value)?.move);
    }, THINKING);
  }
}

/** Under a limit of turns a placing is the next thing that counts, always one ply away. */
function withoutTrivialDistances(got) {
  const { hands, toMove } = fromFen(got.fen);
  if (!got.metric || hands[toMove] === 0) return got;
  const bare = ({ plies, ...rest }) => rest;
  return { ...bare(got), moves: got.moves.map(bare) };
}

function show() {
  const moves = answer?.moves ?? legal.map((move) => ({ move }));
  find('rules').textContent = word('rules', game.report.rules);
  find('copied').textContent = '';
  board.show(position(), waits() ? [] : moves);
  status();
  showMoves(moves, waits() ? undefined : play, (move) => board.mark(move));
  showRecord(game, review?.turns, jump);
  showReview(review, game.ply, jump);
  showProblem(problem, refresh);
  showStats(rows, position());
}

function status() {
  showStatus(game, position(), answer, board.part());
}

/** Plays a move in the present position; what came after it is given up. */
async function play(move) {
  if (move) await take(`${game.record(game.ply)} ${move}`);
}

/** Takes a game or position in any notation. A text that can't be read changes nothing. */
async function take(text, ply) {
  const now = (taken += 1);
  let report;
  try {
    report = await api.game(text);
  } catch (caught) {
    if (now === taken) showProblem(caught, refresh);
    return false;
  }
  if (now !== taken) return false;
  game.load(report, ply);
  if (review && review.record !== game.record()) review = undefined;
  await refresh();
  return true;
}

function jump(ply) {
  if (ply < 0 || ply > game.moves.length || ply === game.ply) return;
  taken += 1; // A move that is on its way was meant for the position before.
  game.ply = ply;
  refresh();
}

/** One step back; against the database to one's own turn, if there was one. */
function undo() {
  let ply = game.ply - 1;
  while (ply >= 0 && fromFen(game.report.fens[ply]).toMove === opponent()) ply -= 1;
  jump(ply);
}

async function load() {
  loaded = find('paste').value;
  return take(loaded);
}

async function reviewGame() {
  const text = find('paste').value;
  if (text.trim() && text !== loaded && !(await load())) return;
  if (game.moves.length === 0) {
    showProblem({ status: -1, message: word('emptyGame') });
    return;
  }
  const asking = { record: game.record() };
  review = asking;
  show();
  try {
    asking.turns = await api.review(asking.record);
  } catch (caught) {
    if (review !== asking) return;
    review = undefined;
    problem = caught;
  }
  show();
}

/** The address of the game, so that it can be shared and reloaded. */
function address() {
  const parameters = new URLSearchParams({ game: game.record(), ply: game.ply });
  return `${location.pathname}#${parameters}`;
}

function showAddress() {
  try {
    history.replaceState(null, '', address());
  } catch {
    // A browser that is asked too often; the next step shows it.
  }
}

/** Shows the game of the address; if that can't be read, what was shown before, and the reason. */
async function fromAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const ply = Number(parameters.get('ply') ?? NaN);
  const read = await take(parameters.get('game') ?? '', Number.isInteger(ply) ? ply : undefined);
  if (!read && !answer) {
    const reason = find('problem').textContent;
    await refresh();
    showProblem({ status: -1, message: reason });
  }
}

async function copied(text) {
  find('copied').textContent = word((await copy(text)) ? 'copied' : 'notCopied');
}

function connect() {
  find('first').addEventListener('click', () => jump(0));
  find('undo').addEventListener('click', undo);
  find('redo').addEventListener('click', () => jump(game.ply + 1));
  find('last').addEventListener('click', () => jump(game.moves.length));
  find('flip').addEventListener('click', () => board.flip());
  find('new').addEventListener('click', () => take(''));
  find('opponent').addEventListener('change', refresh);
  find('load').addEventListener('click', load);
  find('review-game').addEventListener('click', reviewGame);
  find('copy-fen').addEventListener('click', () => copied(game.fen));
  find('copy-record').addEventListener('click', () => copied(game.report.record));
  find('copy-address').addEventListener('click', () => copied(new URL(address(), location.href).href));
  window.addEventListener('hashchange', fromAddress);
  document.addEventListener('keydown', (event) => {
    if (event.target.closest('textarea, select, input') || event.altKey || event.metaKey) return;
    if (event.key === 'ArrowLeft' || (event.ctrlKey && event.key === 'z')) undo();
    else if (event.key === 'ArrowRight' || (event.ctrlKey && event.key === 'y')) jump(game.ply + 1);
    else return;
    event.preventDefault();
  });
}

async function start() {
  settings(() => game && show());
  try {
    game = new Game(await api.game(''));
  } catch (caught) {
    showProblem(caught, () => location.reload());
    return;
  }
  connect();
  await fromAddress();
  rows = await api.stats().catch(() => []);
  show();
}

start();
