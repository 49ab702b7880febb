// The panels around: language and colours, copying, statistics of the subspace.

import { otherSide } from './position.js';
import { LANGUAGES, counted, percent, preferredLanguage, setLanguage, word } from './words.js';

const find = (id) => document.getElementById(id);

/** What the browser remembers; nothing where it may not. */
const memory = {
  get(key) {
    try { return localStorage.getItem(key); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(key, value); } catch { /* it works without */ }
  },
};

/** Fills in the choices of language and colours; `onChange` is called after another language is chosen. */
export function settings(onChange) {
  const language = find('language');
  for (const [code, words] of Object.entries(LANGUAGES)) language.add(new Option(words.name, code));
  language.value = setLanguage(memory.get('language') ?? preferredLanguage());
  language.addEventListener('change', () => {
    setLanguage(language.value);
    memory.set('language', language.value);
    translate();
    onChange();
  });
  const theme = find('theme');
  theme.value = memory.get('theme') ?? 'auto';
  const apply = () => { document.documentElement.dataset.theme = theme.value; };
  theme.addEventListener('change', () => {
    memory.set('theme', theme.value);
    apply();
  });
  apply();
  translate();
}

function translate() {
  document.documentElement.lang = find('language').value;
  for (const element of document.querySelectorAll('[data-word]')) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll('[data-title]')) {
    element.title = word(element.dataset.title);
    if (element.tagName === 'BUTTON') element.setAttribute('aria-label', element.title);
  }
}

/**
 * Puts a text on the clipboard; tells whether that worked. Pages that come by plain HTTP from another
 * machine have no clipboard of their own.
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

/** The counts of all positions with as many stones as this one. */
export function showStats(rows, position) {
  const place = find('stats');
  place.replaceChildren();
  if (position.pending) return;
  const mover = position.toMove;
  const opponent = otherSide(mover);
  const row = rows.find((r) => r.mover === position.onBoard[mover] && r.opponent === position.onBoard[opponent]
    && r.mover_hand === position.hands[mover] && r.opponent_hand === position.hands[opponent]);
  if (!row) return;
  const title = document.createElement('p');
  title.textContent = word('stats', counted('positions', row.positions));
  const bar = document.createElement('div');
  bar.className = 'bar';
  const shares = document.createElement('p');
  for (const [value, count] of [['win', row.wins], ['draw', row.draws], ['loss', row.losses]]) {
    const share = (100 * count) / row.positions;
    const part = document.createElement('span');
    part.className = value;
    part.style.width = `${share}%`;
    bar.append(part);
    const text = document.createElement('span');
    text.className = `value ${value}`;
    text.textContent = `${{ win: '+', draw: '=', loss: '−' }[value]} ${percent(share)}`;
    shares.append(text, ' ');
  }
  if (row.max_win !== null || row.max_loss !== null) {
    const [win, loss] = [row.max_win, row.max_loss].map((n) => (n === null ? '–' : counted('length', n)));
    shares.append(word('longest', win, loss));
  }
  place.append(title, bar, shares);
}
