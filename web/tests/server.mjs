// Starts the program on a free port with a folder of its own, and a browser to look at it.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const PROGRAM = process.env.RECKONERS ?? fileURLToPath(new URL('../../target/debug/reckoners', import.meta.url));
const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * @param {string} [folder] where tables are kept; a new one when not given
 */
export async function serve(folder = mkdtempSync(join(tmpdir(), 'reckoners-web-'))) {
  // A number of imagined games, not a time: the advice does not depend on how fast the machine is.
  const server = spawn(PROGRAM, ['serve', '--port', '0', '--tables', folder, '--playouts', '256'], { stdio: ['ignore', 'pipe', 'inherit'] });
  // A test that fails half-way must not leave it behind.
  process.on('exit', () => server.kill());
  const address = await new Promise((found, fail) => {
    let text = '';
    server.stdout.on('data', (part) => {
      text += part;
      const line = /(http:\/\/[\d.]+:\d+)\//.exec(text);
      if (line) found(line[1]);
    });
    server.on('exit', (code) => fail(new Error(`the server ended with ${code}: ${text}`)));
  });
  return {
    address,
    folder,
    /** @param {boolean} [keep] whether the tables stay */
    async stop(keep = false) {
      const ended = new Promise((end) => server.on('exit', end));
      server.kill('SIGINT');
      await ended;
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function browse() {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  // In a container the browser's own sandbox is not to be had.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/**
 * A page that fails the test when its script does.
 * @param {import('playwright-core').Browser} browser
 * @param {number} width
 * @param {'dark' | 'light'} [colorScheme]
 */
export async function phone(browser, width, colorScheme = 'dark') {
  const context = await browser.newContext({ viewport: { width, height: width < 600 ? 740 : 900 }, colorScheme, hasTouch: width < 600 });
  const page = await context.newPage();
  // A machine that does other work too may be slow; each test has an end of its own.
  page.setDefaultTimeout(90_000);
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, faults, context };
}

/**
 * @param {string} address
 * @param {string} path
 * @param {unknown} [body]
 */
export async function api(address, path, body) {
  const response = await fetch(address + path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}
