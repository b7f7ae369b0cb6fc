// Hints on the page: everything that the terminal says of a position, "what if", and for whom chances are told.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { advice, company, searched, tooLong, tooWide, troubles, turnTo, until } from './hands.mjs';

const { table } = company();

/** A table file of the project. @param {string} path @returns {any} */
const file = (path) => JSON.parse(readFileSync(new URL(`../../${path}.json`, import.meta.url), 'utf8'));
const sample = (/** @type {string} */ name) => file(`configs/tables/${name}`);
const wins = sample('early-2');
Object.assign(wins.boss, { research: 0, health: 8 });

/** Positions of every kind, and what the terminal has to say there. @type {{ name: string, key: 'hint' | 'plan', position: any, says: RegExp[] }[]} */
const POSITIONS = [
  { name: 'dice to use', key: 'plan', position: sample('middle-4'), says: [/^Chance to win: .* imagined games/, /if a human team of club level plays on/, /^1\. /, /points|people|rounds/, /^Plan for the team/, /^Then: /] },
  { name: 'dice to keep', key: 'plan', position: sample('early-2'), says: [/^odds: /, /^- Tia: keep .* again/, /^After the rolls/, /% of imagined rolls\)$/] },
  { name: 'a sure win', key: 'hint', position: file('eval/tests/data/wins/win-05'), says: [/^You win this round: /, /^1\. /] },
  { name: 'a win within reach', key: 'hint', position: wins, says: [/can be defeated this round: \d+ %/] },
  { name: 'a loss that is coming', key: 'hint', position: { ...sample('middle-4'), population: 8 }, says: [/^As things stand you lose in the coming Epic phase/] },
  { name: 'a game that the network has not learned', key: 'hint', position: sample('newcago-cards-3'), says: [/^note: /] },
];

/** What a part of the page says, without the words of the terminal itself. @param {import('playwright-core').Page} page @param {string} part */
async function shown(page, part) {
  const text = await page.locator(part).evaluate((node) => {
    const copy = /** @type {Element} */ (node.cloneNode(true));
    copy.querySelectorAll('.said, .unseen').forEach((inner) => inner.remove());
    return copy.textContent;
  });
  return String(text).replace(/\s+/g, ' ').toLowerCase();
}

for (const { name, key, position, says } of POSITIONS) {
  test(`what the terminal says is on the page, line by line: ${name}`, { timeout: 300_000 }, async () => {
    const { page, faults } = await table({ table: position });
    await advice(page, key);
    const said = String(await page.locator('.advice .said pre').textContent());
    const lines = said.split('\n').map((line) => line.trim()).filter(Boolean);
    for (const kind of says) assert.ok(lines.some((line) => kind.test(line)), `${kind} is not in:\n${said}`);
    const words = `${await shown(page, '#now')} ${await shown(page, '.advice')}`;
    // Lists number their lines by themselves, and the reason of a step stands below it instead of in brackets.
    const bare = (/** @type {string} */ line) => line.replace(/^(\d+( to \d+)?\.|-)\s+/, '').split(/ {2,}/).map((part) => part.replace(/^\((.*)\)$/, '$1').replace(/\.$/, '').toLowerCase());
    const missing = lines.filter((line) => !bare(line).every((part) => words.includes(part)));
    assert.deepEqual(missing, []);
    assert.equal(await tooWide(page), 0);
    assert.ok((await tooLong(page)) < 20, `${await tooLong(page)} px of nothing below the page`);
    assert.deepEqual(await troubles(page), []);
    assert.deepEqual(faults, []);
  });
}

test('"what if" says how an action compares with the best and does nothing by itself', { timeout: 300_000 }, async () => {
  const { page, faults, state } = await table({ sample: 'middle-4' }, 360);
  const before = await state();
  await page.locator('[data-key=what-if]').click();
  await page.locator('.action', { hasText: 'Done with dice' }).click();
  await page.locator('.effects li').first().waitFor();
  await searched(page);
  // The action is among the options although it is a poor one, and marked; the best one stands first.
  assert.match(String(await page.locator('.option.asked').textContent()), /done with dice.*you asked/i);
  assert.equal(await page.locator('.option.best.asked').count(), 0);
  const standing = String(await page.locator('.option.asked .standing').textContent());
  assert.match(standing, /lower|fewer|later|about as good|perhaps better/i);
  assert.equal(await page.locator('.compared b').textContent(), standing);
  assert.deepEqual(await troubles(page), []);
  assert.equal((await state()).version, before.version);
  await page.locator('[data-key=do-what-if]').click();
  await until(async () => (await state()).version !== before.version);
  assert.deepEqual(faults, []);
});

test('chances are told for human players of the level that the table chose', { timeout: 300_000 }, async () => {
  const { page, faults, state, context } = await table({ sample: 'late-4' }, 360);
  await advice(page, 'hint');
  assert.match(await shown(page, '.chances'), /human team of club level/);
  await page.locator('[data-key=level]').click();
  await page.locator('dialog .levels').waitFor();
  assert.deepEqual(await troubles(page), []);
  await page.locator('[data-key=level-beginner]').click();
  await page.locator('.chances', { hasText: 'human team of beginner level' }).waitFor();
  assert.equal((await state()).settings.level, 'beginner');
  await searched(page);
  // It stays with the table, for every phone.
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator('.ask h2').waitFor();
  await turnTo(other, 'advice');
  await advice(other, 'hint');
  assert.match(await shown(other, '.chances'), /human team of beginner level/);
  assert.deepEqual(faults, []);
});
