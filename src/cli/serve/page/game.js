// A game with its history. Its moves and positions come from the server; see `load`.

export class Game {
  /** `report` is the server's answer to an empty text: the start of the game. */
  constructor(report) {
    this.startFen = report.fens[0];
    this.load(report);
  }

  /** Takes the game of a report, and goes to its end or to `ply`. */
  load(report, ply = report.moves.length) {
    this.report = report;
    this.ply = Math.max(0, Math.min(ply, report.moves.length));
  }

  get moves() {
    return this.report.moves;
  }

  get fen() {
    return this.report.fens[this.ply];
  }

  get isLast() {
    return this.ply === this.moves.length;
  }

  /** Why the game is over in the present position, or null. */
  get over() {
    return this.isLast ? this.report.over : null;
  }

  /** The game up to `ply` as a text that every program of moara reads. */
  record(ply = this.moves.length) {
    const first = this.report.fens[0];
    const header = first === this.startFen ? [] : [`[FEN "${first}"]`];
    return [...header, ...this.moves.slice(0, ply)].join(' ');
  }
}
