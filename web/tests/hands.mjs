// What hands do at a table: taps, counted by what they are for.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { api, browse, phone, serve } from './server.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long a search may take: other work may have the processor too. */
const SEARCH = 120_000;

/** One server and one browser for all tests of a file. */
export function company() {
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
  /** @param {string} path @param {unknown} [body] */
  const ask = (path, body) => api(server.address, path, body);
  /** @param {string} path @param {number} width @param {'dark' | 'light'} [scheme] */
  const visit = async (path, width, scheme) => {
    const opened = await phone(browser, width, scheme);
    await opened.page.goto(server.address + path);
    return opened;
  };
  return {
    ask,
    visit,
    /** The state of the table that a page shows. @param {import('playwright-core').Page} page */
    stateOf: (page) => ask(`/api/tables/${page.url().split('/').at(-1)}`),
    /**
     * Makes a table and opens it.
     * @param {Record<string, unknown>} wish
     * @param {number} [width]
     * @param {'dark' | 'light'} [scheme]
     */
    async table(wish, width = 1400, scheme = 'dark') {
      const { id } = await ask('/api/tables', wish);
      const opened = await visit(`/t/${id}`, width, scheme);
      await opened.page.locator('.district').first().waitFor({ state: 'attached' });
      return { ...opened, id, state: () => ask(`/api/tables/${id}`) };
    },
  };
}

/**
 * Waits until something about a table is so.
 * @param {() => Promise<boolean>} is
 */
export async function until(is) {
  while (!(await is())) await new Promise((on) => { setTimeout(on, 20); });
}

/** On a narrow display, turns to a part. @param {import('playwright-core').Page} page @param {string} key */
export async function turnTo(page, key) {
  const tab = page.locator(`.tab[data-key=${key}]`);
  if (await tab.isVisible()) await tab.click();
}

/**
 * Asks for advice with a button and waits for the whole answer.
 * @param {import('playwright-core').Page} page
 * @param {'hint' | 'plan'} key
 */
export async function advice(page, key) {
  await turnTo(page, 'advice');
  await page.locator(`[data-key=${key}]`).click();
  await searched(page);
}

/** Waits for the end of a search. @param {import('playwright-core').Page} page */
export async function searched(page) {
  await page.locator('.said').first().waitFor({ state: 'attached', timeout: SEARCH });
  await page.locator('.searching').waitFor({ state: 'detached', timeout: SEARCH });
}

/** Pixels by which a page is wider than its display; 0 is right. @param {import('playwright-core').Page} page */
export function tooWide(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * Pixels by which a page is longer than what is in it; more than a margin is wrong.
 * @param {import('playwright-core').Page} page
 */
export function tooLong(page) {
  return page.evaluate(() => {
    const end = /** @type {Element} */ (document.querySelector('main')).getBoundingClientRect().bottom + scrollY;
    return document.documentElement.scrollHeight - Math.max(end, innerHeight);
  });
}

/** Taps that enter what happened on the table, and taps that decide. */
export class Hands {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.entered = 0;
    this.decided = 0;
    /** Milliseconds from a tap that changes the table to the table shown anew. @type {number[]} */
    this.times = [];
  }

  /** What the page says the table waits for. */
  awaited() {
    return this.page.locator('#now').textContent();
  }

  /** One step of a round: enters what chance brought, or decides the shortest way. Returns what it was. */
  async step() {
    const { page } = this;
    const faces = page.locator('.faces .die-button:not([disabled])');
    if (await page.locator('.tapped').count()) {
      const dice = await page.locator('.tapped .blank').count();
      for (let i = 0; i < dice; i += 1) {
        const open = await faces.count();
        await this.enter(faces.nth(i % open), i === dice - 1);
      }
      return 'roll';
    }
    const outcome = page.locator('.outcome');
    if (await outcome.count()) {
      await this.enter(outcome.first(), true);
      return 'draw';
    }
    if (await page.locator('.keeper').count()) {
      await this.decide(page.locator('.keeper:not([disabled])').first(), false);
      await this.decide(page.locator('[data-key=keep-go]'), true);
      return 'keep';
    }
    for (const words of ['Done with dice', 'Done buying', 'Start in']) {
      const action = page.locator('.action', { hasText: words });
      if (await action.count()) {
        await this.decide(action.first(), true);
        return words;
      }
    }
    await this.decide(page.locator('.action').first(), true);
    return 'other';
  }

  /** @param {import('playwright-core').Locator} target @param {boolean} changes */
  async enter(target, changes) {
    this.entered += 1;
    await this.act(target, changes);
  }

  /** @param {import('playwright-core').Locator} target @param {boolean} changes */
  async decide(target, changes) {
    this.decided += 1;
    await this.act(target, changes);
  }

  /** @param {import('playwright-core').Locator} target @param {boolean} changes */
  async act(target, changes) {
    if (!changes) {
      await target.click();
      return;
    }
    const { page } = this;
    // The page measures itself: from the tap to the state that it brings.
    await page.evaluate(() => {
      const shared = /** @type {any} */ (globalThis);
      const place = /** @type {Element} */ (document.querySelector('.top'));
      shared.answered = new Promise((found) => {
        let start = 0;
        document.addEventListener('click', () => { start = performance.now(); }, { capture: true, once: true });
        new MutationObserver((_, watch) => {
          watch.disconnect();
          found(performance.now() - start);
        }).observe(place, { childList: true });
      });
    });
    await target.click();
    this.times.push(await page.evaluate(() => /** @type {any} */ (globalThis).answered));
  }
}

/**
 * What axe-core finds serious or critical, as lines; none is right.
 * @param {import('playwright-core').Page} page
 */
export async function troubles(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] }));
  return found.violations
    .filter((/** @type {any} */ v) => ['serious', 'critical'].includes(v.impact))
    .flatMap((/** @type {any} */ v) => v.nodes.map((/** @type {any} */ n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary}`));
}
