// Corrections, the keyboard, agents, files: what happens beside the taps of a round.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { company, troubles, until } from './hands.mjs';

const { ask, stateOf, table, visit } = company();
const MIDDLE = { sample: 'middle-4', settings: { name: 'Middle' } };

test('the table and a card are corrected, what does not fit is named, undo takes it back', { timeout: 240_000 }, async () => {
  const { page, faults, state } = await table(MIDDLE, 360);
  await page.locator('[data-key=menu]').click();
  await page.locator('.menu-entry', { hasText: 'Correct the table' }).click();
  await page.locator('dialog fieldset').first().waitFor();
  assert.deepEqual(await troubles(page), []);
  await page.getByLabel('population', { exact: true }).fill('999');
  await page.getByLabel('population', { exact: true }).blur();
  const done = page.locator('button', { hasText: 'So it lies on the table' });
  await done.click();
  assert.match(String(await page.locator('dialog .fault').textContent()), /population/);
  await page.getByLabel('population', { exact: true }).fill('12');
  await page.getByLabel('population', { exact: true }).blur();
  await page.getByLabel('Enforcement: one more').first().click();
  await done.click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  let now = await state();
  assert.equal(now.view.population.now, 12);
  assert.equal(now.view.districts[0].enforcement, 4);

  await page.locator('[data-key=menu]').click();
  await page.locator('.menu-entry', { hasText: 'Correct a card' }).click();
  await page.getByLabel('Name of the card').fill('dows');
  await page.locator('.outcome', { hasText: 'Dowser' }).click();
  await page.getByLabel('price').fill('7');
  await page.getByLabel('price').blur();
  assert.deepEqual(await troubles(page), []);
  await page.locator('button', { hasText: 'Our box says so' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  now = await state();
  assert.equal(now.view.market.find((/** @type {any} */ c) => c.name === 'Dowser').price, 7);
  // The terminal looks for corrected cards elsewhere than in a table of the page.
  await page.locator('[data-key=menu]').click();
  assert.match(String(await page.locator('.menu-entry', { hasText: 'Keep a copy' }).textContent()), /the terminal does not/);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  for (let i = 0; i < 2; i += 1) {
    const { version } = await state();
    await page.locator('[data-key=undo]').click();
    await until(async () => (await state()).version !== version);
  }
  assert.equal((await state()).view.population.now, 19);
  assert.deepEqual(faults, []);
});

test('everything works by keyboard, and the focus stays', { timeout: 240_000 }, async () => {
  const { page, faults, state } = await table(MIDDLE);
  const { version } = await state();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'To the table');
  const action = page.locator('.action').first();
  await action.focus();
  await page.keyboard.press('Enter');
  await until(async () => (await state()).version !== version);
  await page.locator('.ask:focus-within').waitFor();
  // The server is ahead of a slow page, and what is asked of an older table is refused.
  await page.locator('[data-key=undo]:enabled').waitFor();
  await page.keyboard.press('Control+z');
  await until(async () => (await state()).version !== version + 1);
  await page.locator('[data-key=menu]').focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor();
  assert.deepEqual(await troubles(page), []);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-key')), 'menu');
  assert.deepEqual(faults, []);
});

test('agents play seats, another phone gets the address, a saved game comes back', { timeout: 240_000 }, async () => {
  const { page, faults, id, state } = await table(MIDDLE, 360);
  await page.locator('[data-key=menu]').click();
  await page.locator('.menu-entry', { hasText: 'Who plays' }).click();
  for (const name of ['Prof', 'Abraham', 'Tia']) await page.locator('dialog').getByLabel(name, { exact: true }).selectOption('net');
  assert.deepEqual(await troubles(page), []);
  await page.locator('dialog button', { hasText: 'Save' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  const now = await state();
  assert.ok(now.steps > 0, 'the agents have played');
  assert.match(now.view.awaited, /Megan|team|drawn|rolls/);

  await page.locator('[data-key=menu]').click();
  await page.locator('.menu-entry', { hasText: 'Another phone' }).click();
  await page.locator('.code').waitFor();
  assert.ok(await page.locator('.code').evaluate((/** @type {HTMLImageElement} */ image) => image.decode().then(() => image.naturalWidth > 0)));
  assert.match(String(await page.locator('.address').textContent()), new RegExp(`/t/${id}$`));
  await page.keyboard.press('Escape');

  const saved = await (await fetch(new URL(`/api/tables/${id}/saved`, page.url()))).text();
  await page.goto(new URL('/', page.url()).href);
  await page.locator('#file').setInputFiles({ name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(saved) });
  await page.waitForURL(/\/t\//);
  await page.locator('.ask h2').waitFor();
  const again = await stateOf(page);
  assert.equal(again.view.digest, now.view.digest);
  assert.deepEqual(faults, []);
});

test('the log reaches as far back as one looks', { timeout: 240_000 }, async () => {
  const { page, faults, id, state } = await table(MIDDLE);
  const request = (/** @type {Record<string, unknown>} */ wish) => ask(`/api/tables/${id}`, wish);
  // Agents play, so that the game becomes longer than what the page hears of it by itself.
  const { version, settings } = await state();
  const agents = { prof: 'random', abraham: 'random', tia: 'random', megan: 'random' };
  await request({ request: 'settings', version, settings: { ...settings, own_dice: false, own_cards: false, agents } });
  const { steps, log: last } = await state();
  assert.ok(last[0].step > 40, `${steps} steps, told from ${last[0].step}`);
  await page.locator('.walk', { hasText: `${steps} steps` }).waitFor();
  const { log } = await request({ request: 'log' });
  for (const step of [30, 3]) {
    await page.getByLabel('Step of the game').fill(`${step}`);
    await page.locator('.walk', { hasText: `${step} / ${steps}` }).waitFor();
    const shown = page.locator('.log li');
    await shown.nth(Math.min(step, 14) - 1).waitFor({ timeout: 20_000 });
    assert.equal(await shown.count(), Math.min(step, 14));
    assert.equal(await shown.first().textContent(), log[step - 1].texts.join(''));
  }
  assert.deepEqual(faults, []);
});

test('Ctrl+Z belongs to the field in which one types, and to nothing before the table is there', { timeout: 240_000 }, async () => {
  const { page, faults, id, state } = await table({ reckoners: ['tia', 'megan'], rules: { difficulty: 'standard' } });
  await page.locator('.outcome').first().click();
  await until(async () => (await state()).version === 2);
  const search = page.getByLabel('Search by name');
  await search.pressSequentially('xyz');
  await page.keyboard.press('Control+z');
  // What it asks next is answered after whatever came of the key.
  await page.getByLabel('Step of the game').fill('0');
  await page.locator('.walk', { hasText: '0 / 1' }).waitFor();
  assert.equal((await state()).version, 2);
  assert.deepEqual(faults, []);

  const early = await visit('/', 1400);
  await early.page.addInitScript(() => {
    // A connection that never comes.
    globalThis.WebSocket = /** @type {any} */ (class extends EventTarget {});
  });
  await early.page.goto(new URL(`/t/${id}`, early.page.url()).href);
  await early.page.locator('.tab').first().waitFor({ state: 'attached' });
  await early.page.keyboard.press('Control+z');
  assert.deepEqual(early.faults, []);
});
