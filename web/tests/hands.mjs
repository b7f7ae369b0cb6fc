// What hands do at a table: taps, counted by what they are for.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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

  /** On a narrow display, the part that asks. */
  async toNow() {
    const tab = this.page.locator('.tab[data-key=now]');
    if (await tab.isVisible()) await tab.click();
  }

  /**
   * Taps, and waits until the table has changed.
   * @param {import('playwright-core').Locator} target
   */
  async tap(target) {
    const before = await this.page.evaluate(() => document.title);
    await target.click();
    return before;
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
