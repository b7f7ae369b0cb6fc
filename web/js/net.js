// Talking with the server: plain requests, and one WebSocket for a table.

/**
 * @param {string} path
 * @param {unknown} [body] sent as JSON; without it the address is only read
 * @returns {Promise<any>}
 */
export async function call(path, body) {
  const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(path, options);
  const answer = await response.json();
  if (typeof answer.error === 'string') throw new Error(describe(answer));
  return answer;
}

/**
 * An error with its place. The places of what a page sends by itself say nothing to people.
 * @param {{ error: string, field?: string }} answer
 */
function describe({ error, field }) {
  return !field || /^(version|steps)\b/.test(field) ? error : `${field}: ${error}`;
}

/**
 * @typedef {object} Listener
 * @property {(state: import('./types').State) => void} state
 * @property {(pages: number) => void} pages
 * @property {(online: boolean) => void} online
 * @property {(problem: unknown) => void} fault
 */

/** A table on the server. It reconnects by itself. */
export class Link {
  /**
   * @param {string} id
   * @param {Listener} listener
   */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    this.count = 0;
    /** The whole address of this table, for another phone. */
    this.address = location.href;
    /** @type {Map<number, { part: (answer: any) => void, done: (answer: any) => void, fail: (e: Error) => void }>} */
    this.waiting = new Map();
    this.pause = 500;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.closed = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`);
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.pause = 500;
      this.listener.online(true);
    });
    socket.addEventListener('message', (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      for (const { fail } of this.waiting.values()) fail(new Error('the connection is gone'));
      this.waiting.clear();
      if (this.closed) return;
      this.listener.online(false);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, 10000);
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  /** @param {any} message */
  hear(message) {
    if (message.event === 'hello') this.address = message.address;
    else if (message.event === 'state') this.listener.state(message);
    else if (message.event === 'pages') this.listener.pages(message.pages);
    else {
      const asked = this.waiting.get(message.id);
      if (!asked) return;
      // A hint has an `error` too, a number: the standard error.
      const failed = typeof message.error === 'string';
      if (!failed && message.last === false) {
        asked.part(message);
        return;
      }
      this.waiting.delete(message.id);
      if (failed) asked.fail(new Error(describe(message)));
      else asked.done(message);
    }
  }

  /**
   * Asks the table. Findings that grow go to `part`, the last one is the answer.
   * @param {Record<string, unknown>} request
   * @param {(answer: any) => void} [part]
   * @returns {Promise<any>}
   */
  ask(request, part = () => {}) {
    return new Promise((done, fail) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        fail(new Error('not connected; the page tries again by itself'));
        return;
      }
      this.count += 1;
      this.waiting.set(this.count, { part, done, fail });
      this.socket.send(JSON.stringify({ ...request, id: this.count }));
    });
  }

  /** Asks, and tells people what went wrong. @param {Record<string, unknown>} request */
  async edit(request) {
    try {
      return await this.ask(request);
    } catch (error) {
      this.listener.fault(error);
      return null;
    }
  }
}
