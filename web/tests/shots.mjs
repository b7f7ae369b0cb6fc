// Takes the pictures of docs/: node web/tests/shots.mjs, after `make web-test` has built and fetched what it needs.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { api, browse, phone, serve } from './server.mjs';

const server = await serve();
const browser = await browse();
const docs = (/** @type {string} */ name) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

/**
 * @param {string} sample
 * @param {number} width
 * @param {number} height
 */
async function open(sample, width, height) {
  const { id } = await api(server.address, '/api/tables', { sample, settings: { name: 'Friday night' } });
  const { page } = await phone(browser, width);
  await page.setViewportSize({ width, height });
  await page.goto(`${server.address}/t/${id}`);
  await page.locator('.district').first().waitFor({ state: 'attached' });
  return page;
}

/** @param {import('playwright-core').Page} page */
async function hint(page) {
  await page.locator('[data-key=hint]').click();
  await page.locator('.option.best').waitFor();
  await page.locator('.searching').waitFor({ state: 'detached', timeout: 120_000 });
}

const wide = await open('middle-4', 1400, 1000);
await hint(wide);
await wide.screenshot({ path: docs('web-table.png') });

const keep = await open('early-2', 360, 720);
for (const i of [3, 4]) await keep.locator('.keeper').nth(i).click();
await keep.locator('.odds p').first().waitFor();
const board = await open('late-4', 360, 720);
await board.locator('.tab[data-key=board]').click();
const advice = await open('early-2', 360, 720);
await advice.locator('.tab[data-key=advice]').click();
await hint(advice);

const phones = await Promise.all([keep, board, advice].map((page) => page.screenshot()));
const album = await (await browser.newContext({ viewport: { width: 1128, height: 720 } })).newPage();
const images = phones.map((shot) => `<img src="data:image/png;base64,${shot.toString('base64')}" width="360" height="720">`);
await album.setContent(`<body style="margin:0;display:flex;gap:24px;background:#0b0e13">${images.join('')}</body>`);
writeFileSync(docs('web-phone.png'), await album.screenshot());

await browser.close();
await server.stop();
