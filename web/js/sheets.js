// The menu and its windows: settings, sharing, files.

import { cardSheet, positionSheet } from './correct.js';
import { button, capital, h, sheet, told } from './dom.js';
import { call } from './net.js';

/** @typedef {import('./table').Desk} Desk */

/** @param {Desk} desk */
export function menu(desk) {
  /** @param {() => void} close @param {string} text @param {() => Promise<void>} act @param {string} more */
  const entry = (close, text, act, more) => button('.menu-entry', () => {
    close();
    act().catch(desk.fault);
  }, [h('b', {}, text), h('span.dim', {}, more)]);
  sheet('Menu', (close) => [
    entry(close, 'Another phone', async () => share(desk), 'the address of this table, and a code to scan'),
    entry(close, 'Who plays, who rolls', () => settings(desk), 'names, agents, own dice and cards'),
    entry(close, 'How well you know the game', () => levelSheet(desk, () => {}), `${desk.state.settings.level} level: for whom hints tell the chance`),
    entry(close, 'Correct the table', () => positionSheet(desk), 'when the page and the table differ'),
    entry(close, 'Correct a card', () => cardSheet(desk), 'when your box prints another value'),
    h('a.menu-entry', { href: `/api/tables/${desk.state.id}/saved`, download: 'reckoners-game.jsonl' }, h('b', {}, 'Keep a copy'), h('span.dim', {}, desk.state.corrections.length ? 'the game as a file, with your corrected cards; this page reads it, the terminal does not' : 'the game as a file; reckoners play --resume reads it too')),
    h('a.menu-entry', { href: '/' }, h('b', {}, 'All tables'), h('span.dim', {}, 'or a new one')),
  ]);
}

/** @param {Desk} desk */
function share(desk) {
  sheet('Another phone', () => [
    h('p', {}, 'Open this address, or scan the code. Everybody sees every change at once.'),
    h('p.address', {}, h('a', { href: desk.link.address }, desk.link.address)),
    h('img.code', { src: `/api/qr?table=${desk.state.id}`, alt: 'QR code of the address', width: 240, height: 240 }),
    new URL(desk.link.address).hostname === '127.0.0.1' && h('p.note', {}, 'The server listens on this machine only. For phones, start it with --bind 0.0.0.0.'),
  ]);
}

/**
 * How well the people at the table know the game: for whom hints tell their chance.
 * @param {Desk} desk
 * @param {() => void} done called when another level was chosen
 */
export async function levelSheet(desk, done) {
  const choices = /** @type {import('./types').Choices} */ (await call('/api/choices'));
  const { settings: now } = desk.state;
  const place = h('div', {});
  sheet('How well do you know the game?', (close) => [
    h('p', {}, 'Hints tell the chance to win of people like you. The advice itself stays the same.'),
    h('div.levels', { role: 'group', 'aria-label': 'Level' }, choices.levels.map(({ key, text }) => button('.menu-entry', async () => {
      // Whatever else was changed meanwhile stays.
      const { settings: latest, version } = desk.state;
      try {
        await desk.link.ask({ request: 'settings', version, settings: { ...latest, level: key } });
      } catch (error) {
        told(place, error);
        return;
      }
      close();
      if (key !== latest.level) done();
    }, [h('b', {}, capital(key)), h('span.dim', {}, text)], { 'aria-pressed': now.level === key ? 'true' : 'false', 'data-key': `level-${key}` }))),
    place,
  ]);
}

/** The part of the settings that the window shows, to be compared. @param {import('./types').Settings} settings */
function shown({ name, own_dice: dice, own_cards: cards, agents }) {
  return JSON.stringify([name, dice, cards, agents]);
}

/** @param {Desk} desk */
async function settings(desk) {
  const choices = /** @type {import('./types').Choices} */ (await call('/api/choices'));
  const { settings: now } = desk.state;
  const place = h('div', {});
  sheet('Who plays, who rolls', (close) => {
    const name = /** @type {HTMLInputElement} */ (h('input', { type: 'text', maxlength: 60, value: now.name, id: 'table-name' }));
    const box = (/** @type {boolean} */ on) => {
      const input = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox' }));
      input.checked = on;
      return input;
    };
    const [dice, cards] = [box(now.own_dice), box(now.own_cards)];
    const seats = desk.state.view.reckoners.map((seat) => {
      const select = /** @type {HTMLSelectElement} */ (h('select', { id: `seat-${seat.key}` }, h('option', { value: '' }, 'a person'),
        choices.agents.map(({ key }) => h('option', { value: key, selected: now.agents[seat.key] === key }, `the program: ${key}`))));
      return { seat, select };
    });
    const save = async () => {
      const agents = Object.fromEntries(seats.filter(({ select }) => select.value).map(({ seat, select }) => [seat.key, select.value]));
      const { settings: latest, version } = desk.state;
      if (shown(latest) !== shown(now)) {
        told(place, 'Another phone has changed this meanwhile. Close this window and open it again.');
        return;
      }
      const wish = { name: name.value.trim() || 'Our table', own_dice: dice.checked, own_cards: cards.checked, agents, level: latest.level };
      try {
        await desk.link.ask({ request: 'settings', version, settings: wish });
        close();
      } catch (error) {
        told(place, error);
      }
    };
    return [
      h('p', {}, h('label', { for: 'table-name' }, 'Name of the table '), name),
      h('p', {}, h('label.chip', {}, dice, h('span', {}, 'We roll the dice and tap them in'))),
      h('p', {}, h('label.chip', {}, cards, h('span', {}, 'We draw the cards and tap them in'))),
      h('h3', {}, 'Seats'),
      seats.map(({ seat, select }) => h('p.seat-row', {}, h('label', { for: `seat-${seat.key}` }, seat.name), select)),
      h('ul.small.dim', {}, choices.agents.map(({ key, text }) => h('li', {}, h('b', {}, key), ` ${text}`))),
      place,
      h('p', {}, button('.primary.big', save, 'Save')),
    ];
  });
}
