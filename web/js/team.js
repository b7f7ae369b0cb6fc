// The Reckoners: dice, tokens, ability and cards.

import { counted, fill, h } from './dom.js';
import { blank, die, figure, pieces, sign } from './symbols.js';

/**
 * @param {HTMLElement} place
 * @param {import('./table').Desk} desk
 */
export function teamPanel(place, desk) {
  fill(place, desk.view.reckoners.map((seat) => reckoner(desk, seat)));
}

/**
 * @param {import('./table').Desk} desk
 * @param {import('./types').Seat} seat
 */
function reckoner(desk, seat) {
  const agent = desk.state.settings.agents[seat.key];
  const { dice } = seat;
  /** @param {string} title @param {Node[]} list */
  const row = (title, list) => list.length > 0 && h('div.dice-row', {}, h('span.dice-title', {}, title), h('span.dice', {}, list));
  const unrolled = [...dice.tray, ...dice.air];
  return h(`article.reckoner.kind-${seat.kind}${seat.acting ? '.acting' : ''}`, { 'aria-label': seat.name },
    h('header', {}, figure(seat), h('h3', {}, seat.name), h('span.dim', {}, seat.place ?? 'not placed yet'),
      seat.acting && h('span.chip.turn', {}, 'decides'), seat.done && h('span.chip', {}, 'done'), agent && h('span.chip', {}, `the program: ${agent}`)),
    h('p.ability', {}, h('span.tokens', {}, pieces('plan', seat.tokens, 'Plan Tokens'), seat.tokens === 0 && h('span.dim', {}, 'no Plan Token'),
      seat.fresh_tokens > 0 && h('span.dim', {}, ` +${seat.fresh_tokens} beside`)),
    h(`span.small${seat.ability.used ? '.used' : ''}`, {}, h('b', {}, seat.ability.name), seat.ability.used && ' (used)',
      seat.ability.tokens > 0 && ` (${counted(seat.ability.tokens, 'token')} on it)`)),
    h('p.small.dim', {}, seat.ability.text),
    row('rolled', dice.rolled.map((d) => die(d))), row('kept', dice.kept.map((d) => die(d))),
    row('used', dice.used.map((d) => die(d, '.spent'))), row('dice', unrolled.map((kind) => blank(kind))),
    row('lost', dice.lost.map((kind) => blank(kind, '.spent'))), row('aside', dice.aside.map((kind) => blank(kind, '.spent'))),
    seat.cards.length > 0 && h('ul.own-cards', {}, seat.cards.map((card) => h(`li${card.state ? '.used' : ''}`, {}, h('b', {}, card.name),
      card.gives.length > 0 && ` [${card.gives.join(', ')}]`, card.state && ` (${card.state})`, h('span.dim', {}, ` ${card.text}`)))),
    seat.aids.length > 0 && h('p.small', {}, seat.aids.map((aid) => `${counted(aid.count, 'Dawnslight card')} (${aid.text})`).join(', ')),
    seat.effects.length > 0 && h('p.small.weakness', {}, sign('skull'), `now: ${seat.effects.join(', ')}`),
    seat.coming.length > 0 && h('p.small.weakness', {}, sign('skull'), `next round: ${seat.coming.join(', ')}`));
}
