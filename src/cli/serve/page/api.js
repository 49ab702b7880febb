// What the server is asked. A refusal is thrown as a Problem with the server's own words.

export class Problem extends Error {
  constructor(status, message, command) {
    super(message);
    this.status = status;
    this.command = command;
  }
}

async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, '');
  }
  const answer = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) throw new Problem(response.status, answer.error, answer.command);
  return answer;
}

const post = (address, body) => ask(address, { method: 'POST', body });

export const query = (position, signal) =>
  ask(`/api/query?position=${encodeURIComponent(position)}`, { signal });
export const game = (text) => post('/api/game', text);
export const review = (text) => post('/api/review', text);
export const stats = () => ask('/api/stats');
