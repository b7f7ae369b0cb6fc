// The board: the ring of districts with the boss in its middle, the forecast and the market.

import { button, counted, fill, h } from './dom.js';
import { figure, pieces, sign } from './symbols.js';

/** @typedef {import('./table').Desk} Desk */

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function boardPanel(place, desk) {
  const { view } = desk;
  fill(place, forecast(view), map(view), h(`div.ring.ring-${view.districts.length}`, {},
    h('div.road', { 'aria-hidden': 'true' }),
    boss(desk),
    view.districts.map((district, i) => districtCard(desk, district, i))), market(view), supply(view));
}

/** What the coming Epics' phase will do. @param {import('./types').View} view */
function forecast(view) {
  const coming = view.forecast;
  if (!coming) return null;
  const parts = [
    coming.boss > 0 && `${view.boss.name} ${coming.boss}`, coming.city > 0 && `the city ${coming.city}`,
    coming.enforcement > 0 && `+${coming.enforcement} Enforcement`, coming.barricades > 0 && `+${counted(coming.barricades, 'Barricade')}`,
  ];
  return h(`p.forecast${coming.fatal ? '.fatal' : ''}`, {}, sign(coming.fatal ? 'skull' : 'people'),
    h('span', {}, h('b', {}, coming.fatal ? 'Coming Epic phase: the game is lost, ' : 'Coming Epic phase: ', `−${coming.population} population`),
      ' ', h('span.dim', {}, parts.filter(Boolean).join(' · '))));
}

/**
 * The ring as a small map, for displays on which the districts stand one below the other; a tap leads to one.
 * @param {import('./types').View} view
 */
function map(view) {
  const all = view.districts.length;
  return h('nav.map', { 'aria-label': 'Map of the districts' }, h('span.map-road', { 'aria-hidden': 'true' }), view.districts.map((district, i) => {
    const turn = (2 * Math.PI * i) / all - Math.PI / 2;
    const costs = district.costs > 0 && h('small.map-costs', {}, `−${district.costs}`);
    const spot = button('.map-spot', () => document.getElementById(`district-${i}`)?.scrollIntoView({ behavior: 'smooth', block: 'center' }), [
      h('span.map-name', {}, h('b', {}, `${i + 1}`), ` ${district.epic?.name ?? '–'}`), costs,
      h('span.map-here', {}, district.boss && sign('crown'), district.enforcement > 0 && [sign('enforcement', 'danger'), `${district.enforcement}`],
        district.barricades > 0 && [sign('barricade'), `${district.barricades}`], district.reckoners.map((seat) => figure(view.reckoners[seat]))),
    ], { 'data-key': `map-${i}` });
    spot.style.left = `${50 + 34 * Math.cos(turn)}%`;
    spot.style.top = `${50 + 38 * Math.sin(turn)}%`;
    return spot;
  }));
}

/**
 * The legal actions that point at a place, as buttons on it.
 * @param {Desk} desk
 * @param {(action: import('./types').Action) => boolean} here
 */
function deeds(desk, here) {
  if (desk.past !== null) return null;
  const list = (desk.view.next.actions ?? []).filter((action) => action.label && here(action));
  if (!list.length) return null;
  return h('div.deeds', {}, list.map((action) => button('.deed', () => desk.tap(action),
    [action.symbol ? sign(action.symbol) : '', action.label, h('span.unseen', {}, `: ${action.text}`)], { title: action.text, 'data-key': `board-${action.id}` })));
}

/**
 * The actions of a track: what happens stands in the bracket, what comes later behind it.
 * @param {import('./types').Track} track
 * @param {string} name
 */
export function trackLine(track, name) {
  if (track.rows) {
    return h('div.track', {}, h(`span.track-name.track-${track.key}`, {}, `${name}, column ${track.column} of ${track.last_column}`),
      h('span.table-rows', {}, track.rows.map((row) => h('span', { title: row.deeds.map((d) => d.text).join(', ') || 'nothing' },
        h('b', {}, `${row.row} `), row.deeds.map((d) => d.mark).join(' + ') || '–'))));
  }
  const all = (track.deeds ?? []).map((deed) => h('span.mark', { title: deed.text }, deed.mark));
  const fires = all.slice(0, track.bracket);
  const later = all.slice(track.bracket);
  return h('div.track', {}, name && h(`span.track-name.track-${track.key}`, {}, name),
    h('span.deed-list', {}, h('span.bracket', {}, h('span.unseen', {}, 'happens: '), fires),
      h('span.later', {}, h('span.unseen', {}, ' later: '), later)), track.note && h('small.dim', {}, track.note));
}

/** @param {Desk} desk */
function boss(desk) {
  const { boss, districts } = desk.view;
  const place = boss.district === null ? 'not on the board yet' : `in ${districts[boss.district].name}`;
  return h('article.boss-card', { 'aria-label': boss.name }, h('header', {}, sign('crown'), h('h3', {}, boss.name),
    h('span.dim', {}, place)),
  h(`p.values${boss.weakened ? '.weak' : ''}`, {}, valueOf(boss.weakened ? 'attack' : 'research', boss.value)),
  boss.tracks.map((track) => h('div.track-row', {}, trackLine(track, track.key), deeds(desk, (a) => a.boss === true && a.track === track.key))),
  boss.cards.length > 0 && h('details.dim', {}, h('summary', {}, 'Cards left'), boss.cards.map((card) => h('div', {}, `${card.left} × ${card.effects.join(' and ')}`))),
  deeds(desk, (a) => a.boss === true && !a.track));
}

/** @param {string} picture @param {string} words */
function valueOf(picture, words) {
  return h('span.value', {}, sign(picture), words);
}

/**
 * @param {Desk} desk
 * @param {import('./types').District} district
 * @param {number} i
 */
function districtCard(desk, district, i) {
  const { view } = desk;
  const { epic } = district;
  const people = district.reckoners.map((seat) => mini(desk, seat));
  const card = h(`article.district.place-${i}${district.boss ? '.with-boss' : ''}`, { 'aria-label': district.name, id: `district-${i}` },
    h('header', {}, h('span.place-number', { 'aria-hidden': 'true' }, `${i + 1}`), h('h3', {}, district.name),
      district.costs > 0 && h('span.costs', { title: 'population lost here in the coming Epic phase' }, sign('people'), `−${district.costs}`, h('span.unseen', {}, ' population in the coming phase'))),
    h('div.here', {}, district.boss && h('span.boss-token', { title: view.boss.name }, sign('crown'), h('span.unseen', {}, `${view.boss.name}, `)), people,
      district.sniper && h('span.chip', {}, 'Sniper'),
      pieces('enforcement', district.enforcement, 'Enforcement'), pieces('barricade', district.barricades, 'Barricades'),
      pieces('shield', district.red_shields, 'red Shields', '.red'), pieces('shield', district.blue_shields, 'blue Shields', '.blue'),
      pieces('copy', district.copy_tokens, 'Copy Tokens')),
    epic ? h('div.epic', {}, h('div.epic-head', {}, h('b', {}, epic.name),
      h('span.values', {},
        epic.weakened ? h('span.weak', {}, 'weakened') : h('span.value', {}, sign('research'), h('span.unseen', {}, 'research '), `${epic.research}`),
        h('span.value', {}, sign('attack'), h('span.unseen', {}, 'health '), epic.health))), trackLine(epic.track, ''), h('p.small.dim', {}, `reward: ${epic.reward}`))
      : h('p.dim.no-epic', {}, 'no Epic'),
    district.stolen.length > 0 && h('p.small', {}, `under the Epic: ${district.stolen.join(', ')}`),
    district.board && cityBoard(district.board),
    deeds(desk, (a) => a.district === i));
  dropTarget(card, desk, i);
  return card;
}

/** @param {import('./types').CityBoard} board */
function cityBoard(board) {
  const list = board.fires ?? board.below ?? [];
  const words = board.fires ? 'happens' : 'below the marker';
  return h('p.city-board.small', {}, h('b', {}, board.name), board.marker !== undefined && ` · marker ${board.marker}`,
    list.length > 0 && [` · ${words}: `, list.map((deed) => h('span.mark', { title: deed.text }, deed.mark))],
    board.city_passes && ` · ${board.city_passes}`,
    board.card && [' · ', h('span.mark', { title: board.card.action.text }, board.card.action.mark), ` ${board.card.benefit}${board.card.used ? ' (used)' : ''}`]);
}

/** What a dragged miniature is known by. */
const MINIATURE = 'text/reckoner';

/**
 * A miniature: it can be dragged to a district that its Reckoner may go to.
 * @param {Desk} desk
 * @param {number} seat
 */
function mini(desk, seat) {
  const token = figure(desk.view.reckoners[seat]);
  const goes = (desk.view.next.actions ?? []).some((a) => a.label === 'Go here') && desk.view.next.seat === seat && desk.past === null;
  if (goes) {
    token.draggable = true;
    token.addEventListener('dragstart', (event) => event.dataTransfer?.setData(MINIATURE, String(seat)));
  }
  return token;
}

/**
 * @param {HTMLElement} card
 * @param {Desk} desk
 * @param {number} i
 */
function dropTarget(card, desk, i) {
  // Whatever else is dragged over the page, such as a word that was marked, goes nowhere.
  const way = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes(MINIATURE) && desk.past === null && (desk.view.next.actions ?? []).find((a) => a.label === 'Go here' && a.district === i);
  card.addEventListener('dragover', (event) => {
    if (way(event)) event.preventDefault();
  });
  card.addEventListener('drop', (event) => {
    const action = way(event);
    if (!action) return;
    event.preventDefault();
    desk.tap(action);
  });
}

/** @param {import('./types').View} view */
function market(view) {
  if (!view.market.length) return null;
  return h('div.market', {}, h('h3', {}, 'Market'), h('ul', {}, view.market.map((card) => h('li.market-card', {},
    h('b', {}, card.name), h('span.price', {}, `$${card.price}`), h('span.dim', {}, card.text)))));
}

/** @param {import('./types').View} view */
function supply(view) {
  return h('details.supply', {}, h('summary', {}, 'In the box, and what the signs mean'),
    h('p', {}, view.supply.map((piece) => `${piece.left} ${piece.what}`).join(' · ')), h('pre.key', { tabindex: '0' }, view.key),
    h('h3', {}, 'On this board'), h('dl.meanings', {}, [...meanings(view)].map(([mark, text]) => h('div', {}, h('dt', {}, mark), h('dd', {}, text)))));
}

/** Every action on the board with what it means: there is no pointing at it on a phone. @param {import('./types').View} view */
function meanings(view) {
  const tracks = [...view.boss.tracks, ...view.districts.flatMap((d) => (d.epic ? [d.epic.track] : []))];
  const boards = view.districts.flatMap((d) => (d.board ? [d.board] : []));
  const deeds = [
    ...tracks.flatMap((track) => [...(track.deeds ?? []), ...(track.rows ?? []).flatMap((row) => row.deeds)]),
    ...boards.flatMap((board) => [...(board.fires ?? board.below ?? []), ...(board.card ? [board.card.action] : [])]),
  ];
  return new Map(deeds.map((deed) => /** @type {const} */ ([deed.mark, deed.text])).sort());
}
