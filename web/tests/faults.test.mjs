// What goes wrong is told, and nothing that was tapped is lost, done twice or done unasked.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Hands, company, until } from './hands.mjs';
import { api, browse, phone, serve } from './server.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { ask, table, visit } = company();

/** What a script that nobody waits for fails with when there is no server; the browser's own words are longer. */
const UNHEARD = 'Failed to fetch';

/** Notes every request that a page sends over its WebSocket from now on; with `lose`, none arrives. @param {Page} page @param {boolean} lose */
function listen(page, lose) {
  return page.evaluate((lost) => {
    const shared = /** @type {any} */ (globalThis);
    shared.sent = [];
    shared.send ??= WebSocket.prototype.send;
    WebSocket.prototype.send = function send(text) {
      shared.sent.push(JSON.parse(String(text)).request);
      if (!lost) shared.send.call(this, text);
    };
  }, lose);
}

/** How many requests of a kind were noted. @param {Page} page @param {string} kind @returns {Promise<number>} */
function sent(page, kind) {
  return page.evaluate((wanted) => /** @type {any} */ (globalThis).sent.filter((/** @type {string} */ k) => k === wanted).length, kind);
}

test('a table that cannot be opened says why, and a server that is gone is no error of the page', { timeout: 240_000 }, async () => {
  const first = await serve();
  const { id } = await api(first.address, '/api/tables', { sample: 'middle-4' });
  await first.stop(true);
  // A file that was recorded with other cards.
  const path = join(first.folder, `${id}.jsonl`);
  const [header, ...steps] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [JSON.stringify({ ...JSON.parse(header), cards: '0123456789abcdef' }), ...steps].join('\n'));
  const second = await serve(first.folder);
  const browser = await browse();
  try {
    const broken = await phone(browser, 390);
    await broken.page.goto(`${second.address}/t/${id}`);
    await broken.page.locator('.trouble .fault', { hasText: 'recorded with the cards' }).waitFor();
    await broken.page.close();

    const { id: other } = await api(second.address, '/api/tables', { sample: 'middle-4' });
    const open = await phone(browser, 390);
    await open.page.goto(`${second.address}/t/${other}`);
    await open.page.locator('.ask h2').waitFor();
    await second.stop();
    await open.page.locator('.chip.alarm', { hasText: 'not connected' }).waitFor();
    // Once more, after a pause.
    await open.page.waitForTimeout(1500);
    assert.ok(!open.faults.includes(UNHEARD), `${open.faults}`);
  } finally {
    await browser.close();
  }
});

test('a window that cannot be opened says why', { timeout: 120_000 }, async () => {
  const { page, faults } = await table({ sample: 'middle-4' }, 390);
  await page.route('**/api/choices', (route) => route.abort());
  for (const entry of ['Who plays', 'How well', 'Correct the table', 'Correct a card']) {
    await page.locator('[data-key=menu]').click();
    await page.locator('.menu-entry', { hasText: entry }).click();
    await page.locator('.trouble .fault').waitFor();
    await page.getByLabel('Dismiss').click();
  }
  assert.ok(!faults.includes(UNHEARD), `${faults}`);
});

test('while a tap asks "what if", nothing can be done; what chance brings is no question', { timeout: 240_000 }, async () => {
  const { page, faults, id, state } = await table({ sample: 'early-2' }, 390);
  const note = page.locator('.note', { hasText: 'Nothing is done' });
  const go = page.locator('[data-key=keep-go]');
  await page.locator('.keeper').first().click();
  await page.locator('[data-key=what-if]').click();
  await note.waitFor();
  assert.ok(await go.isDisabled());
  await page.locator('[data-key=what-if]').click();
  assert.ok(await go.isEnabled());
  // Another phone keeps a die and the rest is to be rolled.
  await page.locator('[data-key=what-if]').click();
  const { version, view } = await state();
  const keep = view.next.actions.find((/** @type {any} */ a) => a.kind === 'Keep').id;
  await ask(`/api/tables/${id}`, { request: 'play', version, steps: [{ keep: [keep], roll: true }] });
  await page.locator('.tapped').waitFor();
  assert.equal(await note.count(), 0);
  await new Hands(page).step();
  assert.equal((await state()).version, version + 2);
  await note.waitFor();
  assert.deepEqual(faults, []);
});

test('dice that were tapped in stay until the table has them, and are sent once', { timeout: 240_000 }, async () => {
  const { page, faults, id, state } = await table({ sample: 'early-2' }, 390);
  const { version, view } = await state();
  const keep = view.next.actions.find((/** @type {any} */ a) => a.kind === 'Keep').id;
  await ask(`/api/tables/${id}`, { request: 'play', version, steps: [{ keep: [keep], roll: true }] });
  await page.locator('.tapped').waitFor();
  const [open, tapped] = [page.locator('.faces .die-button:not([disabled])'), page.locator('.tapped .die-button')];
  const dice = await page.locator('.tapped .blank').count();
  await listen(page, true);
  for (let i = 0; i < dice; i += 1) await open.first().click();
  assert.equal(await sent(page, 'play'), 1);
  assert.equal(await tapped.count(), dice);
  // One taken back, and the place of its face tapped twice before the table answers: it arrives once.
  await listen(page, false);
  await tapped.first().click();
  await open.first().evaluate((face) => {
    const place = `[data-key="${face.getAttribute('data-key')}"]`;
    for (let i = 0; i < 2; i += 1) /** @type {HTMLElement} */ (document.querySelector(place)).click();
  });
  await page.locator('.keeper, .action').first().waitFor();
  assert.equal(await sent(page, 'play'), 1);
  assert.equal((await state()).version, version + 2);
  assert.deepEqual(faults, []);
});

test('advice that is always wanted is asked for once a position, and not followed while one looks back', { timeout: 240_000 }, async () => {
  const { page, faults, id, state } = await table({ sample: 'middle-4' });
  await listen(page, false);
  await page.locator('[data-key=always]').check();
  await page.locator('.option.best').waitFor();
  const before = await state();
  await ask(`/api/tables/${id}`, { request: 'play', version: before.version, steps: [{ action: before.view.next.actions[0].id }] });
  const { steps } = await state();
  await page.locator('.walk', { hasText: `${steps} steps` }).waitFor();
  assert.equal(await sent(page, 'advise'), 2);
  await page.locator('.option.best').waitFor();
  await page.locator('[data-key=back]').click();
  await page.locator('body.past').waitFor();
  await page.locator('[data-key=do-1]').click();
  await page.locator('.trouble .fault', { hasText: 'present' }).waitFor();
  assert.equal(await sent(page, 'play'), 0);
  assert.deepEqual(faults, []);
});

test('two taps make one table, and everything to choose is told in words', { timeout: 120_000 }, async () => {
  const { page, faults } = await visit('/', 390);
  /** @type {string[]} */
  const made = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') made.push(request.url());
  });
  assert.match(String(await page.locator('.hero-card', { hasText: 'Tia' }).textContent()), /3 purple.*another Reckoner gets a Plan Token/);
  await page.locator('summary', { hasText: 'Expansion' }).click();
  assert.ok(await page.getByLabel('+3: the boss costs 3 population more each round (not in the printed game)').isVisible());
  assert.ok(await page.getByLabel('side B up').isVisible());
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await page.locator('button.card').first().dblclick();
  await page.waitForURL(/\/t\//);
  await page.locator('.ask h2').waitFor();
  assert.equal(made.length, 1);
  // Who comes back can make another one.
  await page.goBack();
  await page.locator('button.card').first().click();
  await page.waitForURL(/\/t\//);
  assert.equal(made.length, 2);
  assert.deepEqual(faults, []);
});

test('only a miniature can be dropped on a district', { timeout: 120_000 }, async () => {
  // Reckoners are being placed.
  const { page, faults, state } = await table({ sample: 'early-4' });
  const { version, view } = await state();
  const way = view.next.actions.find((/** @type {any} */ a) => a.label === 'Go here');
  /** @param {string} kind */
  const drop = (kind) => page.locator(`#district-${way.district}`).evaluate((card, type) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData(type, '0');
    card.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, kind);
  await listen(page, false);
  await drop('text/plain');
  assert.equal(await sent(page, 'play'), 0);
  await drop('text/reckoner');
  await until(async () => (await state()).version !== version);
  assert.deepEqual(faults, []);
});
