// Where the page begins: the start page at /, a table at /t/ID.

import { fill, h, reason } from './dom.js';
import { startPage } from './start.js';
import { tablePage } from './table.js';

// The token has become a cookie; it need not be seen, nor land in a bookmark.
if (new URLSearchParams(location.search).has('token')) history.replaceState(null, '', location.pathname);

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
const table = /^\/t\/([a-z0-9]+)$/.exec(location.pathname);

async function open() {
  try {
    if (table) tablePage(app, table[1]);
    else await startPage(app);
  } catch (error) {
    fill(app, h('main.narrow', { id: 'main' }, h('h1', {}, 'That did not work'), h('p.fault', { role: 'alert' }, reason(error)),
      h('p', {}, h('a', { href: '/' }, 'To the start'))));
  }
}

open();
