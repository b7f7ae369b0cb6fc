// Corrections, "what if", the keyboard, agents, files: what happens beside the taps of a round.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { troubles } from './hands.mjs';
import { api, browse, phone, serve } from './server.mjs';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  server = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {number} [width] */
async function table(width = 1400) {
  const { id } = await api(server.address, '/api/tables', { sample: 'middle-4', settings: { name: 'Middle' } });
  const opened = await phone(browser, width);
  await opened.page.goto(`${server.address}/t/${id}`);
  await opened.page.locator('.district').first().waitFor({ state: 'attached' });
  return { ...opened, id, state: () => api(server.address, `/api/tables/${id}`) };
}

test('the table and a card are corrected, what does not fit is named, undo takes it back', { timeout: 90_000 }, async () => {
  const { page, faults, state } = await table(360);
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
  for (let i = 0; i < 2; i += 1) {
    const { version } = await state();
    await page.locator('[data-key=undo]').click();
    while ((await state()).version === version) await page.waitForTimeout(20);
  }
  assert.equal((await state()).view.population.now, 19);
  assert.deepEqual(faults, []);
});

test('"what if" compares an action with the best and does nothing by itself', { timeout: 90_000 }, async () => {
  const { page, faults, state } = await table();
  const before = await state();
  await page.locator('[data-key=hint]').click();
  await page.locator('.option.best').waitFor();
  await page.locator('.searching').waitFor({ state: 'detached', timeout: 60_000 });
  await page.locator('[data-key=what-if]').click();
  await page.locator('.action', { hasText: 'Done with dice' }).click();
  await page.locator('.effects li').first().waitFor();
  await page.locator('.searching').waitFor({ state: 'detached', timeout: 60_000 });
  assert.equal(await page.locator('.option').count(), 2, 'the action and the best one');
  assert.deepEqual(await troubles(page), []);
  assert.equal((await state()).version, before.version);
  await page.locator('[data-key=do-what-if]').click();
  while ((await state()).version === before.version) await page.waitForTimeout(20);
  assert.deepEqual(faults, []);
});

test('everything works by keyboard, and the focus stays', { timeout: 60_000 }, async () => {
  const { page, faults, state } = await table();
  const { version } = await state();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'To the table');
  const action = page.locator('.action').first();
  await action.focus();
  await page.keyboard.press('Enter');
  while ((await state()).version === version) await page.waitForTimeout(20);
  await page.waitForFunction(() => document.querySelector('.ask')?.contains(document.activeElement));
  await page.keyboard.press('Control+z');
  while ((await state()).version === version + 1) await page.waitForTimeout(20);
  await page.locator('[data-key=menu]').focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor();
  assert.deepEqual(await troubles(page), []);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-key')), 'menu');
  assert.deepEqual(faults, []);
});

test('agents play seats, another phone gets the address, a saved game comes back', { timeout: 90_000 }, async () => {
  const { page, faults, id, state } = await table(360);
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

  const saved = await (await fetch(`${server.address}/api/tables/${id}/saved`)).text();
  await page.goto(server.address);
  await page.locator('#file').setInputFiles({ name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(saved) });
  await page.waitForURL(/\/t\//);
  await page.locator('.ask h2').waitFor();
  const again = await api(server.address, `/api/tables/${page.url().split('/').at(-1)}`);
  assert.equal(again.view.digest, now.view.digest);
  assert.deepEqual(faults, []);
});

test('what the terminal says of a hint is on the page, line by line', { timeout: 90_000 }, async () => {
  const { page, id } = await table();
  await page.locator('[data-key=plan]').click();
  await page.locator('.plan').waitFor();
  await page.locator('.searching').waitFor({ state: 'detached', timeout: 60_000 });
  const said = String(await page.locator('.said pre').first().textContent());
  const shown = String(await page.locator('.advice').evaluate((part) => {
    const copy = /** @type {Element} */ (part.cloneNode(true));
    copy.querySelectorAll('.said, .unseen').forEach((node) => node.remove());
    return copy.textContent;
  })).replace(/\s+/g, ' ');
  // The words of each line, without its place in the list, are among what the page draws itself.
  const lines = said.split('\n').map((line) => line.trim()).filter(Boolean);
  const missing = lines.slice(2).filter((line) => {
    const bare = line.replace(/^(\d+\.|-)\s+/, '').replace(/\.$/, '').replace(/^(then|odds:|toward:|Then:)\s+/, '');
    const parts = bare.split(/ {3}|: /).filter((part) => part.length > 3);
    return !parts.every((part) => shown.toLowerCase().includes(part.toLowerCase().replace(/\s+/g, ' ')));
  });
  // The heading of the plan explains it in other words.
  assert.deepEqual(missing.filter((line) => !line.startsWith('Plan for the team')), []);
  assert.ok(id);
});
