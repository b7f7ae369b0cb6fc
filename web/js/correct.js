// Corrections: the position when page and table differ, and printed values that another box has.

import { button, fill, h, sheet } from './dom.js';
import { call } from './net.js';

/** @typedef {import('./table').Desk} Desk */

/** Tells what could not be done, in the window that asked. @param {HTMLElement} place @param {unknown} error */
function told(place, error) {
  fill(place, h('p.fault', { role: 'alert' }, error instanceof Error ? error.message : String(error)));
  place.scrollIntoView({ block: 'nearest' });
}

/**
 * A number with a button on either side.
 * @param {string} name
 * @param {any} entry the object that holds it
 * @param {string} key
 */
function stepper(name, entry, key) {
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'number', inputmode: 'numeric', min: 0, 'aria-label': name, value: entry[key] ?? 0 }));
  const put = (/** @type {number} */ value) => {
    input.value = String(Math.max(0, value));
    entry[key] = Number(input.value);
  };
  input.addEventListener('change', () => put(Math.round(Number(input.value) || 0)));
  return h('span.stepper', {}, h('span.stepper-name', { 'aria-hidden': 'true' }, name),
    button('.icon', () => put(Number(input.value) - 1), '−', { 'aria-label': `${name}: one less` }), input,
    button('.icon', () => put(Number(input.value) + 1), '+', { 'aria-label': `${name}: one more` }));
}

/**
 * A choice by name.
 * @param {string} name
 * @param {{ key: string, name: string }[]} options
 * @param {any} entry
 * @param {string} key
 * @param {(value: string) => void} [changed]
 */
function chooser(name, options, entry, key, changed = () => {}) {
  const now = String(entry[key] ?? '').toLowerCase();
  const select = /** @type {HTMLSelectElement} */ (h('select', { 'aria-label': name }, options.map((option) => h('option', {
    value: option.key, selected: option.key.toLowerCase() === now || option.name.toLowerCase() === now,
  }, option.name))));
  select.addEventListener('change', () => {
    if (select.value === '') delete entry[key];
    else entry[key] = select.value;
    changed(select.value);
  });
  return h('label.chooser', {}, h('span.stepper-name', { 'aria-hidden': 'true' }, name), select);
}

/**
 * A list of names, with one to be added or taken away.
 * @param {string} name
 * @param {string[]} options
 * @param {any} entry
 * @param {string} key
 */
function names(name, options, entry, key) {
  const place = h('span.names', { role: 'group', 'aria-label': name });
  const show = () => {
    const list = /** @type {string[]} */ (entry[key] ?? []);
    const select = /** @type {HTMLSelectElement} */ (h('select', { 'aria-label': `${name}: add`, 'data-key': `add-${key}` }, h('option', { value: '' }, 'add …'),
      options.filter((o) => !list.includes(o)).map((o) => h('option', { value: o }, o))));
    select.addEventListener('change', () => {
      entry[key] = [...list, select.value];
      show();
    });
    fill(place, h('span.stepper-name', { 'aria-hidden': 'true' }, name), list.map((one) => button('.chip', () => {
      entry[key] = list.filter((o) => o !== one);
      show();
    }, [one, h('span', { 'aria-hidden': 'true' }, ' ✕'), h('span.unseen', {}, `: take away from ${name}`)])), select);
  };
  show();
  return place;
}

/** @param {Desk} desk */
export async function positionSheet(desk) {
  const [{ table }, choices] = await Promise.all([desk.link.ask({ request: 'file' }), call('/api/choices')]);
  const version = desk.state.version;
  const place = h('div', {});
  const districts = desk.state.view.districts.map((d, i) => ({ key: String(i + 1), name: `${i + 1} ${d.name}` }));
  const epics = [{ key: '', name: 'no Epic' }, ...choices.epics.map((/** @type {{ name: string }} */ e) => ({ key: e.name, name: e.name }))];
  const cards = choices.equipment.map((/** @type {{ name: string }} */ c) => c.name);
  const where = (/** @type {any} */ entry) => {
    if (entry.district === undefined) return null;
    const place = { district: String(placeNumber(table, entry.district)) };
    return chooser('district', districts, place, 'district', (value) => { entry.district = Number(value); });
  };
  sheet('Correct the table', (close) => [
    h('p.dim', {}, 'Set what lies on your table. It must fit together; what does not is named. Undo takes the correction back.'),
    h('div.row', {}, table.round > 0 && stepper('round', table, 'round'), stepper('population', table, 'population'), stepper('money', table, 'money'), stepper('base marker', table, 'base')),
    table.boss && h('fieldset', {}, h('legend', {}, desk.state.view.boss.name), h('div.row', {}, where(table.boss),
      table.boss.research !== undefined && stepper('research', table.boss, 'research'), table.boss.health !== undefined && stepper('health', table.boss, 'health'),
      Object.keys(table.boss.brackets ?? {}).map((key) => stepper(`${key} bracket`, table.boss.brackets, key)))),
    table.districts.map((/** @type {any} */ district, /** @type {number} */ i) => h('fieldset', {}, h('legend', {}, districts[i].name), districtFields(district, epics))),
    h('fieldset', {}, h('legend', {}, 'Market'), names('market', cards, table, 'market')),
    table.reckoners.map((/** @type {any} */ seat) => h('fieldset', {}, h('legend', {}, desk.state.view.reckoners.find((r) => r.key === seat.name)?.name ?? seat.name), h('div.row', {},
      where(seat), stepper('Plan Tokens', seat, 'tokens')), names('cards', cards, seat, 'cards'),
    ['rolled', 'kept', 'used'].filter((key) => seat[key] !== undefined).map((key) => {
      const input = /** @type {HTMLInputElement} */ (h('input', { type: 'text', value: seat[key], 'aria-label': `${key} dice` }));
      input.addEventListener('change', () => { seat[key] = input.value; });
      return h('label.dice-text', {}, h('span.stepper-name', {}, `${key} dice`), input);
    }))),
    place,
    h('p', {}, button('.primary.big', async () => {
      try {
        await desk.link.ask({ request: 'correct', version, table: tidy(table) });
        close();
      } catch (error) {
        told(place, error);
      }
    }, 'So it lies on the table')),
  ]);
}

/**
 * @param {any} district
 * @param {{ key: string, name: string }[]} epics
 */
function districtFields(district, epics) {
  const place = h('div.row', {});
  const show = () => fill(place, chooser('Epic', epics, district, 'epic', () => {
    // Another Epic has its own values: what is left out is as printed.
    for (const key of ['bracket', 'research', 'health']) delete district[key];
    show();
  }),
  district.epic && stepper('bracket', district, 'bracket'),
  ['research', 'health'].filter((key) => typeof district[key] === 'number').map((key) => stepper(key, district, key)),
  stepper('Enforcement', district, 'enforcement'), stepper('Barricades', district, 'barricades'),
  ['red_shields', 'blue_shields', 'copy_tokens', 'marker'].filter((key) => district[key] !== undefined).map((key) => stepper(key.replace('_', ' '), district, key)));
  show();
  return place;
}

/** The number of a district that is given by name or number. @param {any} table @param {string | number} place */
function placeNumber(table, place) {
  if (typeof place === 'number') return place;
  const named = table.districts.findIndex((/** @type {any} */ d) => d.name === place);
  return named < 0 ? Number.parseInt(place, 10) || 1 : named + 1;
}

/** Leaves out what a table file takes as given. @param {any} table */
function tidy(table) {
  const copy = structuredClone(table);
  for (const district of copy.districts) {
    for (const key of ['enforcement', 'barricades']) if (!district[key]) delete district[key];
  }
  return copy;
}

/** What was typed, as a card file has it: a number, a list of actions or a word. @param {string} field @param {string} text */
function fieldValue(field, text) {
  if (field === 'track') return text.split(',').map((deed) => deed.trim()).filter(Boolean);
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** @param {unknown} value */
function shownValue(value) {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** @param {Desk} desk */
export async function cardSheet(desk) {
  const choices = /** @type {import('./types').Choices} */ (await call('/api/choices'));
  const version = desk.state.version;
  const place = h('div', {});
  const editor = h('div', {});
  const corrections = [...desk.state.corrections];
  /** @type {{ file: string, key: string, name: string, fields: [string, string | number][] }[]} */
  const cards = [
    ...choices.epics.map((e) => ({ file: e.file, key: e.key, name: e.name, fields: /** @type {[string, string | number][]} */ ([['research', e.research], ['health', e.health], ['weakened', e.weakened], ['track', e.track.join(', ')]]) })),
    ...choices.equipment.map((e) => ({ file: e.file, key: e.key, name: e.name, fields: /** @type {[string, string | number][]} */ ([['price', e.price]]) })),
  ];
  /** What a field says now. @param {typeof cards[0]} card @param {string} field @param {string | number} printed */
  const value = (card, field, printed) => corrections.find((c) => c.file === card.file && c.card === card.key && c.field === field)?.value ?? printed;
  sheet('Correct a card', (close) => {
    const send = async () => {
      try {
        await desk.link.ask({ request: 'cards', version, cards: corrections });
        close();
      } catch (error) {
        told(place, error);
      }
    };
    /** @param {typeof cards[0]} card */
    const edit = (card) => fill(editor, h('h3', {}, card.name), card.fields.map(([field, printed]) => {
      const input = /** @type {HTMLInputElement} */ (h('input', { type: 'text', inputmode: 'numeric', value: shownValue(value(card, field, printed)), id: `field-${field}` }));
      input.addEventListener('change', () => {
        const text = input.value.trim();
        const at = corrections.findIndex((c) => c.file === card.file && c.card === card.key && c.field === field);
        if (at >= 0) corrections.splice(at, 1);
        if (text !== String(printed)) corrections.push({ file: card.file, card: card.key, field, value: fieldValue(field, text) });
      });
      return h('p.seat-row', {}, h('label', { for: `field-${field}` }, field), input, h('span.dim', {}, `printed here: ${printed}`));
    }), button('.primary', send, 'Our box says so'));
    const search = /** @type {HTMLInputElement} */ (h('input.search', { type: 'search', placeholder: 'Name of the card', 'aria-label': 'Name of the card' }));
    const list = h('div.outcomes', {});
    const show = () => {
      const wanted = search.value.trim().toLowerCase();
      const found = wanted ? cards.filter((c) => c.name.toLowerCase().includes(wanted)).slice(0, 8) : [];
      fill(list, found.map((card) => button('.outcome', () => edit(card), [h('b', {}, card.name), h('span.dim', {}, card.fields.filter(([f]) => f !== 'track').map(([f, v]) => `${f} ${shownValue(value(card, f, v))}`).join(', '))])));
    };
    search.addEventListener('input', show);
    return [h('p.dim', {}, 'Many printed values are reconstructions. A correction holds for this table; the hints know it.'), search, list, editor, place,
      corrections.length > 0 && [h('h3', {}, 'Corrected so far'), h('ul', {}, corrections.map((c) => h('li', {}, `${c.card}: ${c.field} ${shownValue(c.value)} `, button('.plain.tiny', () => {
        corrections.splice(corrections.indexOf(c), 1);
        send();
      }, ['take back', h('span.unseen', {}, ` ${c.card} ${c.field}`)]))))]];
  });
}
