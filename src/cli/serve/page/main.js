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
/** So that one sees that the database has moved, and where. */
const THINKING = 400;

let game;
let answer; // the server's answer to the present position, if it has one
let problem; // why it has none, or what else went wrong
let legal = []; // moves without values, where the database has none
let review; // of the whole game, or 'pending'
let rows = []; // statistics
let asked = 0; // the number of the last question, so that a late answer is known as such

const board = new Board(find('board'), play);

/** Asks for the present position, and shows all of it. */
async function refresh() {
  const now = (asked += 1);
  answer = problem = undefined;
  legal = [];
  showAddress();
  if (!game.over) {
    try {
      const got = await api.query(game.fen);
      if (now !== asked) return;
      answer = withoutTrivialDistances(got);
    } catch (caught) {
      if (now !== asked) return;
      problem = caught;
      legal = await api.game(game.fen).then((report) => report.legal, () => []);
      if (now !== asked) return;
    }
  }
  show();
  const side = fromFen(game.fen).toMove;
  if (answer && game.isLast && find('opponent').value === side) {
    setTimeout(() => {
      if (now === asked) play(choose(answer.moves, find('style').value)?.move);
    }, THINKING);
  }
}

/** Under a limit of turns a placing is the next thing that counts, always one ply away. */
function withoutTrivialDistances(got) {
  const position = fromFen(got.fen);
  if (!got.metric || position.hands[position.toMove] === 0) return got;
  const bare = ({ plies, ...rest }) => rest;
  return { ...bare(got), moves: got.moves.map(bare) };
}

function show() {
  const position = fromFen(game.fen);
  const moves = answer?.moves ?? legal.map((move) => ({ move }));
  find('rules').textContent = word('rules', game.report.rules);
  board.show(position, moves);
  showStatus(game, position, answer);
  showMoves(moves, play, (move) => board.mark(move));
  showRecord(game, review === 'pending' ? undefined : review, jump);
  showReview(review, game.ply, jump);
  showProblem(problem);
  showStats(rows, position);
}

/** Plays a move in the present position; what came after it is given up. */
async function play(move) {
  if (!move) return;
  await take(`${game.record(game.ply)} ${move}`);
}

/** Takes a game or position in any notation. A text that can't be read changes nothing. */
async function take(text, ply) {
  const now = (asked += 1);
  try {
    const report = await api.game(text);
    if (now !== asked) return false;
    // The review holds as long as its moves are those of the game.
    const same = report.moves.join() === game.moves.join() && report.fens[0] === game.report.fens[0];
    if (!same) review = undefined;
    game.load(report, ply);
  } catch (caught) {
    if (now !== asked) return false;
    problem = caught;
    showProblem(problem);
    return false;
  }
  await refresh();
  return true;
}

function jump(ply) {
  if (ply < 0 || ply > game.moves.length || ply === game.ply) return;
  game.ply = ply;
  refresh();
}

/** One step back; against the database to one's own turn. */
function undo() {
  const opponent = find('opponent').value;
  let ply = game.ply - 1;
  while (opponent && ply > 0 && fromFen(game.report.fens[ply]).toMove === opponent) ply -= 1;
  jump(ply);
}

async function reviewGame() {
  if (game.moves.length === 0) {
    showProblem({ status: -1, message: word('emptyGame') });
    return;
  }
  const reviewed = game.report;
  review = 'pending';
  showReview(review);
  const got = await api.review(game.record()).catch((caught) => caught);
  // Meanwhile the game may have gone on.
  if (game.report !== reviewed) return;
  if (got instanceof Error) {
    review = undefined;
    problem = got;
  } else {
    review = got;
  }
  show();
}

/** The address shows the game, so that it can be shared and reloaded. */
function address() {
  const parameters = new URLSearchParams({ game: game.record(), ply: game.ply });
  return `${location.pathname}#${parameters}`;
}

function showAddress() {
  history.replaceState(null, '', address());
}

async function fromAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const text = parameters.get('game') ?? '';
  const ply = parameters.has('ply') ? Number(parameters.get('ply')) : undefined;
  if (!(await take(text, ply)) && problem) {
    // The board of an address that can't be read is the empty one, with the reason beside it.
    const reason = problem;
    await refresh();
    problem = reason;
    show();
  }
}

function connect() {
  find('first').addEventListener('click', () => jump(0));
  find('undo').addEventListener('click', undo);
  find('redo').addEventListener('click', () => jump(game.ply + 1));
  find('last').addEventListener('click', () => jump(game.moves.length));
  find('flip').addEventListener('click', () => board.flip());
  find('new').addEventListener('click', () => take(''));
  find('opponent').addEventListener('change', refresh);
  find('load').addEventListener('click', () => take(find('paste').value));
  find('review-game').addEventListener('click', reviewGame);
  find('copy-fen').addEventListener('click', () => copy(game.fen));
  find('copy-record').addEventListener('click', () => copy(game.numbered()));
  find('copy-address').addEventListener('click', () => copy(new URL(address(), location.href).href));
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
    showProblem(caught);
    return;
  }
  connect();
  await fromAddress();
  rows = await api.stats().catch(() => []);
  show();
}

start();
