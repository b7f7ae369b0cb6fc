// The start page: tables that exist, and a new one from nothing, a sample or a file.

import { button, fill, h, told } from './dom.js';
import { call } from './net.js';
import { blank, sign } from './symbols.js';

/** @param {HTMLElement} app */
export async function startPage(app) {
  document.title = 'Reckoners table companion';
  const [choices, known] = await Promise.all([call('/api/choices'), call('/api/tables')]);
  fill(app, h('main.start', { id: 'main', tabindex: '-1' },
    h('header.start-head', {}, sign('dice', 'hero'), h('div', {}, h('h1', {}, 'Table companion'),
      h('p', {}, 'for The Reckoners: tap in what lies on your table, see what is coming, ask what to do.'))),
    tables(known.tables),
    newTable(choices),
    other(choices),
    h('footer', {}, 'Unofficial and fan-made. Everything runs on the machine that serves this page.')));
}

/** @param {{ id: string, name: string, round: number, team: string[] }[]} list */
function tables(list) {
  if (!list.length) return null;
  return h('section', { 'aria-labelledby': 'known' }, h('h2', { id: 'known' }, 'Your tables'),
    h('ul.cards', {}, list.map((table) => h('li', {}, h('a.card', { href: `/t/${table.id}` },
      h('b', {}, table.name), h('span', {}, table.round ? `round ${table.round}` : 'set-up'),
      h('span.dim', {}, table.team.join(', ')))))));
}

/** Whether a table is being made: a second tap would make another one. */
let making = false;
// Whoever comes back to this page may find it as it was left.
addEventListener('pageshow', () => { making = false; });

/**
 * Opens a table that was made.
 * @param {unknown} request
 * @param {HTMLElement} place where faults are told
 * @param {string} [then] what the page shows first
 */
async function make(request, place, then = '') {
  if (making) return;
  making = true;
  try {
    const made = await call('/api/tables', request);
    location.assign(`/t/${made.id}${then}`);
  } catch (error) {
    making = false;
    told(place, error);
  }
}

/**
 * A choice of one of several, as big buttons.
 * @param {string} title
 * @param {string} name
 * @param {{ key: string, name: string }[]} options
 * @param {string} chosen
 * @param {(key: string) => void} choose
 */
function radios(title, name, options, chosen, choose) {
  return h('fieldset.choice', {}, h('legend', {}, title), h('div.row', {}, options.map((option) => {
    const input = h('input', { type: 'radio', name, value: option.key, onchange: () => choose(option.key) });
    if (option.key === chosen) input.setAttribute('checked', '');
    return h('label.chip', {}, input, h('span', {}, option.name));
  })));
}

/** @param {import('./types').Choices} choices */
function newTable(choices) {
  const wish = {
    team: /** @type {string[]} */ ([]), difficulty: 'standard', modules: new Set(), boss: choices.bosses[0].key,
    city: choices.cities[0].key, cards: 'none', adjustment: 'none', dice: 'own', draw: 'own', name: 'Our table',
  };
  const { least, most } = choices.team;
  const place = h('div', {});
  const team = h('div.team-choice', {});
  const go = button('.primary.big', () => start(false), 'Set up the table');
  const join = button('.plain.big', () => start(true), 'Our game is under way');
  const showTeam = () => {
    fill(team, choices.reckoners.filter((who) => !who.module || wish.modules.has(who.module)).map((who) => {
      const seat = wish.team.indexOf(who.key);
      const chosen = seat >= 0;
      return button(`.hero-card.kind-${who.kind}`, () => {
        if (chosen) wish.team.splice(seat, 1);
        else if (wish.team.length < most) wish.team.push(who.key);
        showTeam();
      }, [h('span.picture', { 'aria-hidden': 'true' }, blank(who.kind)), h('b', {}, who.name), h('span.dim', {}, who.ability),
        h('span.dim.hero-more', {}, `${who.dice}; ${who.text}`), h('span.seat-number', {}, chosen && [h('span.unseen', {}, ', seat '), `${seat + 1}`])], {
        'aria-pressed': chosen ? 'true' : 'false', 'data-key': who.key,
      });
    }));
    const enough = wish.team.length >= least;
    go.toggleAttribute('disabled', !enough);
    join.toggleAttribute('disabled', !enough);
    go.textContent = enough ? `Set up the table for ${wish.team.length}` : `Choose ${least} to ${most} Reckoners`;
  };
  const modules = h('fieldset.choice', {}, h('legend', {}, 'Steelslayer modules'), h('div.row', {}, choices.modules.map((module) => {
    const input = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', value: module.key }));
    input.addEventListener('change', () => {
      if (input.checked) wish.modules.add(module.key);
      else wish.modules.delete(module.key);
      wish.team = wish.team.filter((key) => {
        const who = choices.reckoners.find((r) => r.key === key);
        return who && (!who.module || wish.modules.has(who.module));
      });
      showTeam();
    });
    return h('label.chip', {}, input, h('span', {}, module.name));
  })));
  const yes = [{ key: 'own', name: 'ours, tapped in' }, { key: 'program', name: 'by the program' }];
  const start = (/** @type {boolean} */ underWay) => make({
    under_way: underWay,
    reckoners: wish.team,
    rules: {
      difficulty: wish.difficulty, boss: wish.boss, city: wish.city, modules: [...wish.modules],
      ...(wish.cards === 'none' ? {} : { newcago_cards: wish.cards }), adjustment: wish.adjustment,
    },
    settings: { name: wish.name, own_dice: wish.dice === 'own', own_cards: wish.draw === 'own' },
  }, place, underWay ? '#correct' : '');
  showTeam();
  return h('section.new', { 'aria-labelledby': 'new' }, h('h2', { id: 'new' }, 'A new game'),
    h('fieldset.choice', {}, h('legend', {}, 'The team, clockwise'), team),
    radios('Difficulty', 'difficulty', choices.difficulties, wish.difficulty, (key) => { wish.difficulty = key; }),
    h('div.pair', {}, radios('Dice', 'dice', yes, wish.dice, (key) => { wish.dice = key; }),
      radios('Cards', 'draw', yes, wish.draw, (key) => { wish.draw = key; })),
    h('details', {}, h('summary', {}, 'Expansion, boss and city'), modules,
      radios('Boss', 'boss', choices.bosses, wish.boss, (key) => { wish.boss = key; }),
      radios('City', 'city', choices.cities, wish.city, (key) => { wish.city = key; }),
      radios('Cards on the boards of Newcago', 'cards', choices.city_cards, wish.cards, (key) => { wish.cards = key; }),
      radios('Easier or harder', 'adjustment', choices.adjustments, wish.adjustment, (key) => { wish.adjustment = key; })),
    place, h('div.row', {}, go, join));
}

/** @param {import('./types').Choices} choices */
function other(choices) {
  const place = h('div', {});
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'file', id: 'file', accept: '.json,.jsonl' }));
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > 8e6) {
      fill(place, h('p.fault', { role: 'alert' }, 'This file is too large for a table or a saved game.'));
      return;
    }
    const text = await file.text();
    let table = null;
    try {
      table = JSON.parse(text);
    } catch {
      // A saved game has several lines of JSON; only a table file is one object.
    }
    const settings = { name: file.name.replace(/\.jsonl?$/, '').slice(0, 60) || 'Our table' };
    await make(table?.format === 'reckoners-table' ? { table, settings } : { saved: text }, place);
  });
  return h('section', { 'aria-labelledby': 'other' }, h('h2', { id: 'other' }, 'From a sample or a file'),
    h('ul.cards', {}, choices.samples.map((sample) => h('li', {},
      button('.card', () => make({ sample: sample.key, settings: { name: sample.name } }, place), h('b', {}, sample.name))))),
    h('label.file', { for: 'file' }, 'A table file or a saved game: ', input), place);
}
