// Corrections: the position when page and table differ, and printed values that another box has.

import { button, fill, h, sheet, told } from './dom.js';
import { call } from './net.js';

/** @typedef {import('./table').Desk} Desk */
/** @typedef {import('./types').Choices} Choices */

/**
 * A number with a button on either side.
 * @param {string} name
 * @param {any} entry the object that holds it
 * @param {string} key
 */
function stepper(name, entry, key) {
  return counter(name, entry[key] ?? 0, 0, (value) => { entry[key] = value; });
}

/**
 * A number that may be left out, and then is as printed: the field is empty.
 * @param {string} name
 * @param {any} entry the object that holds it
 * @param {string} key
 * @param {unknown} [printed] where one begins to count; what is no number can only be seen
 */
function optional(name, entry, key, printed = '') {
  const from = typeof printed === 'number' ? printed : 0;
  return counter(name, typeof entry[key] === 'number' ? entry[key] : '', from, (value) => {
    if (value === null) delete entry[key];
    else entry[key] = value;
  }, printed === 'infinite' ? '∞' : String(printed));
}

/**
 * @param {string} name
 * @param {number | ''} shown
 * @param {number} from the number that an empty field stands for
 * @param {(value: number | null) => void} put hears null for an empty field
 * @param {string} [empty] what an empty field shows; without it no field is empty
 */
function counter(name, shown, from, put, empty) {
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'number', inputmode: 'numeric', min: 0, 'aria-label': name, value: shown, placeholder: empty }));
  const set = (/** @type {number | null} */ value) => {
    const number = value === null ? null : Math.max(0, Math.round(value));
    input.value = number === null ? '' : String(number);
    put(number);
  };
  const step = (/** @type {number} */ by) => () => set((input.value === '' ? from : Number(input.value)) + by);
  input.addEventListener('change', () => set(input.value === '' && empty !== undefined ? null : Number(input.value)));
  return h('span.stepper', {}, h('span.stepper-name', { 'aria-hidden': 'true' }, name),
    button('.icon', step(-1), '−', { 'aria-label': `${name}: one less` }), input,
    button('.icon', step(1), '+', { 'aria-label': `${name}: one more` }));
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

/** What is printed on an Epic, with the values that people corrected. @typedef {{ name: string, research: unknown, health: unknown }} Printed */

/**
 * The Epics of the deck that is played with, by name. Both decks have some of the names.
 * @param {Desk} desk
 * @param {any} table
 * @param {Choices} choices
 * @returns {Map<string, Printed>}
 */
function deck(desk, table, choices) {
  const expanded = (table.rules.modules ?? []).includes('epics');
  const epics = choices.epics.filter((e) => e.file.startsWith('steelslayer/') === expanded);
  return new Map(epics.map((e) => {
    const [research, health] = /** @type {const} */ (['research', 'health']).map((field) => valueOf(desk.state.corrections, e, field, e[field]));
    return [e.name, { name: e.name, research, health: Number(health) || health }];
  }));
}

/** @param {Desk} desk */
export async function positionSheet(desk) {
  // What is changed while the file comes is not in it, so that the correction is refused then.
  const { version } = desk.state;
  const [{ table }, choices] = await Promise.all([desk.link.ask({ request: 'file' }), call('/api/choices')]);
  const { view } = desk.state;
  const place = h('div', {});
  const districts = view.districts.map((d, i) => ({ key: String(i + 1), name: `${i + 1} ${d.name}` }));
  const printed = deck(desk, table, choices);
  const cards = choices.equipment.map((/** @type {{ name: string }} */ c) => c.name);
  const where = (/** @type {any} */ entry) => {
    if (entry.district === undefined) return null;
    const place = { district: String(placeNumber(table, entry.district)) };
    return chooser('district', districts, place, 'district', (value) => { entry.district = Number(value); });
  };
  sheet('Correct the table', (close) => [
    h('p.dim', {}, 'Set what lies on your table. It must fit together; what does not is named. What is left empty is as printed. Undo takes the correction back.'),
    h('div.row', {}, table.round > 0 && stepper('round', table, 'round'), stepper('population', table, 'population'), stepper('money', table, 'money'), stepper('base marker', table, 'base')),
    table.boss && h('fieldset', {}, h('legend', {}, view.boss.name), h('div.row', {}, where(table.boss),
      // Where markers are his research, each stands in its district.
      !view.boss.by_markers && stepper('research', table.boss, 'research'), optional('health', table.boss, 'health'),
      Object.keys(table.boss.brackets ?? {}).map((key) => stepper(`${key} bracket`, table.boss.brackets, key)))),
    table.districts.map((/** @type {any} */ district, /** @type {number} */ i) => h('fieldset', {}, h('legend', {}, districts[i].name), districtFields(district, printed, view))),
    h('fieldset', {}, h('legend', {}, 'Market'), names('market', cards, table, 'market')),
    table.reckoners.map((/** @type {any} */ seat) => h('fieldset', {}, h('legend', {}, view.reckoners.find((r) => r.key === seat.name)?.name ?? seat.name), h('div.row', {},
      where(seat), stepper('Plan Tokens', seat, 'tokens')), names('cards', cards, seat, 'cards'),
    ['rolled', 'kept', 'used'].filter((key) => seat[key] !== undefined).map((key) => {
      const input = /** @type {HTMLInputElement} */ (h('input', { type: 'text', value: seat[key], 'aria-label': `${key} dice` }));
      input.addEventListener('change', () => { seat[key] = input.value; });
      return h('label.dice-text', {}, h('span.stepper-name', {}, `${key} dice`), input);
    }))),
    place,
    h('p', {}, button('.primary.big', async () => {
      try {
        await desk.link.ask({ request: 'correct', version, table: tidy(table, printed, view.boss.by_markers) });
        close();
      } catch (error) {
        told(place, error);
      }
    }, 'So it lies on the table')),
  ]);
}

/** Pieces of the expansion in a district: their key in a table file, and what the supply calls them. */
const PIECES = [['red_shields', 'red Shields'], ['blue_shields', 'blue Shields'], ['copy_tokens', 'Copy Tokens']];

/**
 * @param {any} district
 * @param {Map<string, Printed>} printed
 * @param {import('./types').View} view
 */
function districtFields(district, printed, view) {
  const epics = [{ key: '', name: 'no Epic' }, ...[...printed.keys()].map((name) => ({ key: name, name }))];
  const place = h('div.row', {});
  const show = () => {
    const card = printed.get(district.epic);
    fill(place, chooser('Epic', epics, district, 'epic', () => {
      // Another Epic has its own values: research and health as printed, and a bracket that only the table shows.
      for (const key of ['bracket', 'research', 'health']) delete district[key];
      show();
    }),
    district.epic && [optional('bracket', district, 'bracket'), optional('research', district, 'research', card?.research), optional('health', district, 'health', card?.health)],
    stepper('Enforcement', district, 'enforcement'), stepper('Barricades', district, 'barricades'),
    PIECES.filter(([, what]) => view.supply.some((piece) => piece.what === what)).map(([key, what]) => stepper(what, district, key)),
    district.marker !== undefined && stepper('marker', district, 'marker'));
  };
  show();
  return place;
}

/** The number of a district that is given by name or number. @param {any} table @param {string | number} place */
function placeNumber(table, place) {
  if (typeof place === 'number') return place;
  const named = table.districts.findIndex((/** @type {any} */ d) => d.name === place);
  return named < 0 ? Number.parseInt(place, 10) || 1 : named + 1;
}

/**
 * Leaves out what a table file takes as given, and what no longer belongs to the rest.
 * @param {any} table
 * @param {Map<string, Printed>} printed
 * @param {boolean} byMarkers
 */
function tidy(table, printed, byMarkers) {
  const copy = structuredClone(table);
  // Where markers are the boss's research, they alone say it; elsewhere he has no health before his research is 0.
  if (copy.boss && byMarkers) delete copy.boss.research;
  else if (copy.boss?.research > 0) delete copy.boss.health;
  for (const district of copy.districts) {
    for (const key of ['enforcement', 'barricades', ...PIECES.map(([piece]) => piece)]) if (!district[key]) delete district[key];
    // Health that is infinite becomes a number when the research is done, and the other way round.
    const infinite = district.research === 0 ? district.health === 'infinite' : printed.get(district.epic)?.health === 'infinite';
    if (infinite) delete district.health;
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

/**
 * What a field of a card says with some corrections.
 * @param {import('./types').Correction[]} corrections
 * @param {{ file: string, key: string }} card
 * @param {string} field
 * @param {string | number} printed
 */
function valueOf(corrections, card, field, printed) {
  return corrections.find((c) => c.file === card.file && c.card === card.key && c.field === field)?.value ?? printed;
}

/** @param {Desk} desk */
export async function cardSheet(desk) {
  const choices = /** @type {Choices} */ (await call('/api/choices'));
  const { version } = desk.state;
  const place = h('div', {});
  const editor = h('div', {});
  const corrections = [...desk.state.corrections];
  /** @type {{ file: string, key: string, name: string, fields: [string, string | number][] }[]} */
  const cards = [
    ...choices.epics.map((e) => ({ file: e.file, key: e.key, name: e.name, fields: /** @type {[string, string | number][]} */ ([['research', e.research], ['health', e.health], ['weakened', e.weakened], ['track', e.track.join(', ')]]) })),
    ...choices.equipment.map((e) => ({ file: e.file, key: e.key, name: e.name, fields: /** @type {[string, string | number][]} */ ([['price', e.price]]) })),
  ];
  sheet('Correct a card', (close) => {
    const send = async (/** @type {import('./types').Correction[]} */ wanted) => {
      try {
        await desk.link.ask({ request: 'cards', version, cards: wanted });
        close();
      } catch (error) {
        told(place, error);
      }
    };
    /** @param {typeof cards[0]} card */
    const edit = (card) => fill(editor, h('h3', {}, card.name), card.fields.map(([field, printed]) => {
      const input = /** @type {HTMLInputElement} */ (h('input', {
        // A keyboard of digits has no words, and what is no number here is words.
        type: 'text', inputmode: typeof printed === 'number' ? 'numeric' : 'text', value: shownValue(valueOf(corrections, card, field, printed)), id: `field-${field}`,
      }));
      input.addEventListener('change', () => {
        const text = input.value.trim();
        const at = corrections.findIndex((c) => c.file === card.file && c.card === card.key && c.field === field);
        if (at >= 0) corrections.splice(at, 1);
        if (text !== String(printed)) corrections.push({ file: card.file, card: card.key, field, value: fieldValue(field, text) });
      });
      return [h('p.seat-row', {}, h('label', { for: `field-${field}` }, field), input, h('span.dim', {}, `printed here: ${printed}`)),
        field === 'track' && words(choices)];
    }), button('.primary', () => send(corrections), 'Our box says so'));
    const search = /** @type {HTMLInputElement} */ (h('input.search', { type: 'search', placeholder: 'Name of the card', 'aria-label': 'Name of the card' }));
    const list = h('div.outcomes', {});
    const show = () => {
      const wanted = search.value.trim().toLowerCase();
      const found = wanted ? cards.filter((c) => c.name.toLowerCase().includes(wanted)).slice(0, 8) : [];
      fill(list, found.map((card) => button('.outcome', () => edit(card), [h('b', {}, card.name), h('span.dim', {}, card.fields.filter(([f]) => f !== 'track').map(([f, v]) => `${f} ${shownValue(valueOf(corrections, card, f, v))}`).join(', '))])));
    };
    search.addEventListener('input', show);
    return [h('p.dim', {}, 'Many printed values are reconstructions. A correction holds for this table; the hints know it.'), search, list, editor, place,
      corrections.length > 0 && [h('h3', {}, 'Corrected so far'), h('ul', {}, corrections.map((c) => h('li', {}, `${c.card}: ${c.field} ${shownValue(c.value)} `,
        button('.plain.tiny', () => send(corrections.filter((o) => o !== c)), ['take back', h('span.unseen', {}, ` ${c.card} ${c.field}`)]))))]];
  });
}

/** How a track is written. @param {Choices} choices */
function words(choices) {
  return h('details.small', {}, h('summary', {}, 'A track: its actions from left to right, with commas between them. The words for them'),
    h('p.dim', {}, choices.deeds.map(({ word, text }) => `${word}: ${text}`).join('; '), '. A number says how often or how much.'));
}
