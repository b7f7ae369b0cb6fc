// Signs, drawn for this page: the six symbols of the dice, pieces, and dice themselves.

import { h } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg';

/** Shapes in a square of 24; strokes and fills take the colour of the text. @type {Record<string, string>} */
const SHAPES = {
  money: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM14.8 9c-.5-1-1.500-1.500-2.800-1.500-1.700 0-2.800.8-2.800 2.100 0 3 5.800 1.500 5.800 4.700 0 1.400-1.300 2.200-3 2.200-1.500 0-2.600-.6-3.100-1.700M12 5.900v12.200',
  enforcement: 'M5 12a7 7 0 0 1 14 0v5.500H5ZM5 13.200h14M9 17.500v3h6v-3',
  contain: 'M8.500 4H5v16h3.500M20 12h-9.500M14 8l-4 4 4 4',
  research: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM15.300 15.300 20.500 20.500',
  attack: 'M12 5.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM12 2.500v6M12 15.500v6M2.500 12h6M15.500 12h6',
  plan: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.600 10.800c.7.6 1.100 1.300 1.100 2.200h5c0-.9.4-1.600 1.100-2.200A6 6 0 0 0 12 3Z',
  barricade: 'M3 8h18v6H3ZM6.500 14v6M17.500 14v6M8 8l-3 6M13.500 8l-3 6M19 8l-3 6',
  shield: 'M12 3 5 5.500v6c0 4.500 3 8 7 9.500 4-1.500 7-5 7-9.500v-6Z',
  copy: 'M8 8h11v12H8ZM5 16V4h11',
  people: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3.500 19.500c0-3.500 2.500-5.500 5.500-5.500s5.500 2 5.500 5.500M16 5.300a3 3 0 0 1 0 5.500M17 14.200c2.200.6 3.500 2.500 3.500 5.300',
  base: 'M4 20V10l8-6 8 6v10M9.500 20v-6h5v6',
  skull: 'M12 3.500a7.500 7.500 0 0 0-4.500 13.500v3h9v-3A7.500 7.500 0 0 0 12 3.500ZM9 11.500v1M15 11.500v1M10.500 20v-2M13.500 20v-2',
  crown: 'M4 18.500 3 8l5 4 4-7 4 7 5-4-1 10.500Z',
  star: 'M12 3.500 14.600 9l6 .8-4.400 4.200 1.100 6L12 17.100 6.700 20l1.100-6L3.400 9.800l6-.8Z',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z',
  undo: 'M8 5 4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11H9',
  redo: 'M16 5l4 4-4 4M20 9H10a5.500 5.500 0 0 0 0 11h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  dice: 'M4 7.500 12 3.500l8 4v9l-8 4-8-4ZM4 7.500l8 4 8-4M12 11.500v9',
  phone: 'M8 3h8v18H8ZM11 18h2',
};

/**
 * A sign; for screen readers it is only decoration.
 * @param {string} name
 * @param {string} [classes]
 */
export function sign(name, classes = '') {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', `sign sign-${name} ${classes}`.trim());
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name] ?? SHAPES.star);
  svg.append(path);
  return svg;
}

/** The letter in the corner of a die, so that its colour need not be seen. @type {Record<string, string>} */
const LETTERS = { basic: 'W', blue: 'B', green: 'G', purple: 'P', red: 'R', black: 'K', orange: 'O' };

/**
 * A die that shows a face.
 * @param {import('./types').Die} die
 * @param {string} [classes]
 */
export function die(die, classes = '') {
  const signs = Array.from({ length: die.count }, () => sign(die.symbol));
  return h(`span.die.die-${die.kind}.die-${die.count}${classes}`, { title: die.text },
    h('span.die-letter', { 'aria-hidden': 'true' }, LETTERS[die.kind] ?? ''),
    h('span.die-signs', {}, signs),
    h('span.unseen', {}, die.text));
}

/**
 * A die without a face.
 * @param {string} kind
 * @param {string} [classes]
 */
export function blank(kind, classes = '') {
  return h(`span.die.blank.die-${kind}${classes}`, { title: `${kind} die` },
    h('span.die-letter', { 'aria-hidden': 'true' }, LETTERS[kind] ?? ''), h('span.unseen', {}, `${kind} die`));
}

/**
 * Pieces of a kind: the sign as often as there are, or once with a number.
 * @param {string} name
 * @param {number} count
 * @param {string} words
 * @param {string} [classes]
 */
export function pieces(name, count, words, classes = '') {
  if (!count) return null;
  const many = count > 4;
  const signs = Array.from({ length: many ? 1 : count }, () => sign(name));
  return h(`span.pieces.pieces-${name}${classes}`, { title: `${count} ${words}` }, signs,
    many && h('b', { 'aria-hidden': 'true' }, `×${count}`), h('span.unseen', {}, `${count} ${words}, `));
}

/**
 * A Reckoner's miniature: the first letters in the own colour.
 * @param {import('./types').Seat} seat
 */
export function figure(seat) {
  return h(`span.figure.kind-${seat.kind}${seat.acting ? '.acting' : ''}`, { title: seat.name },
    h('span', { 'aria-hidden': 'true' }, seat.name.slice(0, 2)), h('span.unseen', {}, `${seat.name}, `));
}
