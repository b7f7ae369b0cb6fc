// Every game on the page: base, modules, bosses, cities. Nothing fails, nothing is too wide, everything can be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { company, tooWide, troubles, turnTo } from './hands.mjs';

const { table, visit, stateOf } = company();

const SAMPLES = ['early-2', 'late-6', 'modules-3', 'newcago-cards-3', 'regalia-babilar-3', 'limelight-ildithia-4'];
/** @type {{ width: number, scheme: 'dark' | 'light' }[]} */
const DISPLAYS = [{ width: 360, scheme: 'light' }, { width: 1400, scheme: 'dark' }, { width: 1400, scheme: 'light' }];

for (const { width, scheme } of DISPLAYS) {
  test(`every game at ${width} px, ${scheme}`, { timeout: 300_000 }, async () => {
    for (const sample of SAMPLES) {
      const { page, faults, state, context } = await table({ sample, settings: { name: sample } }, width, scheme);
      const { view } = await state();
      await page.locator('.supply').evaluate((/** @type {HTMLDetailsElement} */ details) => { details.open = true; });
      // A wide display shows all parts at once.
      for (const tab of width < 600 ? ['now', 'board', 'team', 'advice', 'review'] : ['all']) {
        if (tab !== 'all') await turnTo(page, tab);
        const wide = await tooWide(page);
        assert.equal(wide, 0, `${sample}, ${tab}: ${wide} px too wide`);
        assert.deepEqual(await troubles(page), [], `${sample}, ${tab}`);
      }
      // Everything on the table is on the page.
      const text = String(await page.locator('#app').textContent());
      const words = [
        ...view.districts.flatMap((/** @type {any} */ d) => [d.name, d.epic?.name, d.epic && `reward: ${d.epic.reward}`, d.board?.name]),
        ...view.reckoners.flatMap((/** @type {any} */ r) => [r.name, r.ability.name, r.ability.text, ...r.cards.map((/** @type {any} */ c) => c.name), ...r.effects]),
        ...view.market.map((/** @type {any} */ c) => c.name),
        view.boss.name, view.boss.value, ...view.boss.tracks.flatMap((/** @type {any} */ t) => [t.key, ...(t.deeds ?? []).map((/** @type {any} */ d) => d.text)]),
        // Dice to keep are shown as dice.
        ...(view.next.actions ?? []).filter((/** @type {any} */ a) => !['Keep', 'RollRest'].includes(a.kind)).map((/** @type {any} */ a) => a.text.slice(1)),
      ];
      for (const word of words.filter(Boolean)) assert.ok(text.includes(word), `${sample}: "${word}" is not on the page`);
      assert.deepEqual(faults, [], sample);
      await context.close();
    }
  });
}

test('a game of modules, boss and city is set up by taps', { timeout: 180_000 }, async () => {
  const { page, faults } = await visit('/', 360);
  await page.locator('summary', { hasText: 'Expansion' }).click();
  await page.getByLabel('4 more Reckoners').check();
  await page.getByLabel('Limelight').check();
  await page.getByLabel('Babilar').check();
  await page.getByLabel('by the program').first().check();
  await page.getByLabel('by the program').last().check();
  assert.deepEqual(await troubles(page), []);
  for (let i = 0; i < 2; i += 1) await page.locator('.hero-card').nth(i + 6).click();
  await page.locator('button', { hasText: 'Set up the table for 2' }).click();
  await page.locator('.action').first().waitFor();
  assert.match(String(await page.locator('.title p').textContent()), /Limelight in Babilar/);
  assert.deepEqual(faults, []);
});

test('a game that is under way is described by what lies on the table', { timeout: 180_000 }, async () => {
  const { page, faults } = await visit('/', 360);
  for (const name of ['David', 'Cody']) await page.locator('.hero-card', { hasText: name }).click();
  await page.locator('button', { hasText: 'Our game is under way' }).click();
  await page.locator('dialog fieldset').first().waitFor();
  assert.deepEqual(await troubles(page), []);
  const set = async (/** @type {string} */ label, /** @type {string} */ value) => {
    const input = page.locator('dialog').getByLabel(label, { exact: true }).first();
    await input.fill(value);
    await input.blur();
  };
  await set('round', '4');
  await set('population', '28');
  const epic = page.locator('dialog').getByLabel('Epic', { exact: true }).nth(1);
  const free = await page.evaluate(() => {
    const taken = [...document.querySelectorAll('.epic b')].map((b) => b.textContent);
    return ['Mitosis', 'Newton', 'Loophole', 'Conflux'].find((name) => !taken.includes(name)) ?? '';
  });
  await epic.selectOption(free);
  await page.locator('dialog').getByRole('group', { name: 'District 2' }).getByLabel('bracket: one more', { exact: true }).click();
  await page.locator('button', { hasText: 'So it lies on the table' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  const { view } = await stateOf(page);
  assert.equal(view.round, 4);
  assert.equal(view.population.now, 28);
  assert.equal(view.districts[1].epic.name, free);
  await page.locator('.faces').first().waitFor();
  assert.deepEqual(faults, []);
});
