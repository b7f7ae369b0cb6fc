// Corrections: values that belong together, other phones meanwhile, and what is left of the game before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { company, troubles, until } from './hands.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { ask, table } = company();
const MIDDLE = { sample: 'middle-4', settings: { name: 'Middle' } };

/** Opens a window of the menu. @param {Page} page @param {string} entry */
async function choose(page, entry) {
  await page.locator('[data-key=menu]').click();
  await page.locator('.menu-entry', { hasText: entry }).click();
  await page.locator('dialog:not([aria-label=Menu]) .close').waitFor();
}

/** The fields of a part of the table. @param {Page} page @param {string} name */
function part(page, name) {
  const place = page.locator('dialog').getByRole('group', { name });
  return {
    place,
    /** @param {string} label @param {string} value */
    async set(label, value) {
      const input = place.getByLabel(label, { exact: true });
      await input.fill(value);
      await input.blur();
    },
  };
}

/** Sends the correction; it must be taken. @param {Page} page */
async function correct(page) {
  await page.locator('dialog button', { hasText: 'So it lies on the table' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** Sends the correction; it must be refused. @param {Page} page @param {RegExp} why */
async function refused(page, why) {
  await page.locator('dialog button', { hasText: 'So it lies on the table' }).click();
  await page.locator('dialog .fault').filter({ hasText: why }).waitFor();
}

test('what is weakened gets its health, what is not loses it, and another Epic has its own values', { timeout: 240_000 }, async () => {
  const { page, faults, state } = await table(MIDDLE, 390);
  // The boss: no health before his research is done, and none that the program could know after it.
  await choose(page, 'Correct the table');
  const boss = part(page, 'Steelheart');
  await boss.set('research', '0');
  await refused(page, /health/);
  await boss.set('health', '8');
  assert.deepEqual(await troubles(page), []);
  await correct(page);
  let { view } = await state();
  assert.deepEqual([view.boss.weakened, view.boss.health], [true, 8]);
  // Back again: the health that he has no longer is not in the way.
  await choose(page, 'Correct the table');
  await part(page, 'Steelheart').set('research', '18');
  await correct(page);
  ({ view } = await state());
  assert.equal(view.boss.research, 18);

  // An Epic whose health is infinite until its research is done, both ways.
  assert.equal(view.districts[1].epic.health, 'infinite');
  await choose(page, 'Correct the table');
  await part(page, 'District 2').set('research', '0');
  await correct(page);
  ({ view } = await state());
  assert.ok(view.districts[1].epic.weakened);
  assert.match(view.districts[1].epic.health, /^\d+$/);
  await choose(page, 'Correct the table');
  await part(page, 'District 2').set('research', '3');
  await correct(page);
  ({ view } = await state());
  assert.deepEqual([view.districts[1].epic.research, view.districts[1].epic.health], [3, 'infinite']);

  // Another Epic: research and health as printed, the bracket must be said.
  await choose(page, 'Correct the table');
  const fourth = part(page, 'District 4');
  await fourth.place.getByLabel('Epic', { exact: true }).selectOption('Newton');
  assert.equal(await fourth.place.getByLabel('bracket', { exact: true }).inputValue(), '');
  assert.equal(await fourth.place.getByLabel('health', { exact: true }).inputValue(), '');
  await refused(page, /bracket/);
  await fourth.set('bracket', '2');
  await correct(page);
  ({ view } = await state());
  const { epics } = await ask('/api/choices');
  const printed = epics.find((/** @type {any} */ e) => e.name === 'Newton' && e.file.startsWith('base/'));
  const { name, research, health } = view.districts[3].epic;
  assert.deepEqual({ name, research, health }, { name: 'Newton', research: printed.research, health: printed.health });
  assert.deepEqual(faults, []);
});

test('pieces can be put where none lie, and markers are the research of a boss who has no other', { timeout: 240_000 }, async () => {
  const expanded = await table({ sample: 'modules-3' }, 390);
  const before = (await expanded.state()).view.districts[0];
  await choose(expanded.page, 'Correct the table');
  const first = part(expanded.page, before.name).place.first();
  for (const what of ['red Shields', 'Copy Tokens']) await first.getByLabel(`${what}: one more`, { exact: true }).click();
  await correct(expanded.page);
  const [{ red_shields: shields, copy_tokens: tokens }] = (await expanded.state()).view.districts;
  assert.deepEqual([shields, tokens], [before.red_shields + 1, before.copy_tokens + 1]);

  const marked = await table({ sample: 'regalia-babilar-3' }, 390);
  const { view } = await marked.state();
  const i = view.districts.findIndex((/** @type {any} */ d) => d.board.marker > 1);
  await choose(marked.page, 'Correct the table');
  await marked.page.locator('dialog').getByLabel('marker: one less', { exact: true }).nth(i).click();
  await correct(marked.page);
  assert.equal((await marked.state()).view.boss.research, view.boss.research - 1);
  assert.deepEqual([...expanded.faults, ...marked.faults], []);
});

test('what another phone changes while a window opens or is open is not overwritten', { timeout: 240_000 }, async () => {
  const { page, faults, id, state } = await table(MIDDLE, 390);
  /** Another phone calls the table something else; this one hears of it. @param {string} name */
  const rename = async (name) => {
    const { version, settings } = await state();
    await ask(`/api/tables/${id}`, { request: 'settings', version, settings: { ...settings, name } });
    await page.locator('.title h1', { hasText: name }).waitFor();
  };
  // While the window is still being made.
  await page.route('**/api/choices', async (route) => {
    await rename('Second');
    await route.continue();
  }, { times: 1 });
  await choose(page, 'Correct the table');
  await refused(page, /changed meanwhile/);
  assert.doesNotMatch(String(await page.locator('dialog .fault').textContent()), /^version/i);
  await page.keyboard.press('Escape');

  await choose(page, 'How well');
  await rename('Third');
  await page.locator('[data-key=level-beginner]').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  let { settings } = await state();
  assert.deepEqual([settings.name, settings.level], ['Third', 'beginner']);

  await choose(page, 'Who plays');
  // Who can play is told in words.
  assert.match(String(await page.locator('dialog').textContent()), /scripted plays by rules of thumb/);
  assert.deepEqual(await troubles(page), []);
  await rename('Fourth');
  await page.locator('dialog button', { hasText: 'Save' }).click();
  await page.locator('dialog .fault', { hasText: 'Another phone' }).waitFor();
  ({ settings } = await state());
  assert.equal(settings.name, 'Fourth');
  assert.deepEqual(faults, []);
});

test('a correction begins a new log, says so, and leaves no step of the game before on display', { timeout: 240_000 }, async () => {
  const { page, faults, id, state } = await table(MIDDLE);
  const request = (/** @type {Record<string, unknown>} */ wish) => ask(`/api/tables/${id}`, wish);
  for (let i = 0; i < 3; i += 1) {
    const { version, view } = await state();
    await request({ request: 'play', version, steps: [{ action: view.next.actions[0].id }] });
  }
  const { steps } = await state();
  await page.locator('.walk', { hasText: `${steps} steps` }).waitFor();
  assert.equal(await page.locator('.since').count(), 0);
  await page.getByLabel('Step of the game').fill('1');
  await page.locator('body.past').waitFor();
  const { table: file } = await request({ request: 'file' });
  const { version } = await state();
  await request({ request: 'correct', version, table: { ...file, population: 12 } });
  await page.locator('body:not(.past)').waitFor();
  await page.locator('.since').waitFor();
  assert.match(String(await page.locator('.number').first().textContent()), /12/);
  assert.equal(await page.locator('[data-key=present]').count(), 0);
  await page.locator('[data-key=undo]').click();
  await page.locator('.since').waitFor({ state: 'detached' });

  // A step that is taken back cannot be looked at any more either.
  await page.getByLabel('Step of the game').fill(`${steps - 1}`);
  await page.locator('body.past').waitFor();
  await page.locator('[data-key=undo]').click();
  await page.locator('body:not(.past)').waitFor();
  assert.deepEqual(faults, []);
});

test('a card is corrected by words where it has words, and a correction is taken back once', { timeout: 240_000 }, async () => {
  const { page, faults, state } = await table(MIDDLE, 390);
  await choose(page, 'Correct a card');
  await page.getByLabel('Name of the card').fill('digzone');
  await page.locator('.outcome', { hasText: 'Digzone' }).first().click();
  assert.equal(await page.getByLabel('research', { exact: true }).getAttribute('inputmode'), 'numeric');
  for (const field of ['track', 'health']) assert.equal(await page.getByLabel(field, { exact: true }).getAttribute('inputmode'), 'text');
  await page.locator('dialog summary').click();
  assert.match(String(await page.locator('dialog details').textContent()), /POP \d: attack the population/);
  assert.deepEqual(await troubles(page), []);
  await page.getByLabel('research', { exact: true }).fill('5');
  await page.getByLabel('research', { exact: true }).blur();
  await page.locator('button', { hasText: 'Our box says so' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await until(async () => (await state()).corrections.length === 1);

  await choose(page, 'Correct a card');
  await page.locator('dialog button', { hasText: 'take back' }).dblclick();
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.deepEqual((await state()).corrections, []);
  assert.deepEqual(faults, []);
});
