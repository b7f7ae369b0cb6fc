// Dice: tapping in what was rolled, choosing what to keep.

import { button, counted, fill, h } from './dom.js';
import { blank, die } from './symbols.js';

/** @typedef {import('./table').Desk} Desk */

/**
 * Real dice: one tap a die. The last one sends the roll.
 * @param {Desk} desk
 * @param {{ rolled?: import('./types').Die[] }} draft
 * @param {() => void} show
 * @param {HTMLElement} draw
 */
export function rollPanel(desk, draft, show, draw) {
  const kinds = desk.view.next.dice ?? [];
  const rolled = draft.rolled ?? [];
  draft.rolled = rolled;
  const all = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const left = (/** @type {{ kind: string, count: number }} */ kind) => kind.count - rolled.filter((d) => d.kind === kind.kind).length;
  /** @param {import('./types').Die} face */
  const tap = (face) => {
    rolled.push(face);
    // They stay until the table has moved on: it may not have heard them.
    if (rolled.length === all) desk.play([{ outcome: rolled.map((d) => d.text).join(', ') }]);
    show();
  };
  return [
    h('div.row.spread', {}, h('p.dim', {}, `Tap what ${counted(all, 'die').replace('dies', 'dice')} ${all === 1 ? 'shows' : 'show'}: ${all - rolled.length} to go`), draw),
    h('div.tapped', { role: 'group', 'aria-label': 'Tapped in; a tap takes back' }, rolled.map((d, i) => button('.die-button', () => {
      rolled.splice(i, 1);
      show();
    }, die(d), { 'aria-label': `${d.text}, take back`, 'data-key': `tapped-${i}` })),
    kinds.flatMap((kind) => Array.from({ length: left(kind) }, () => blank(kind.kind)))),
    kinds.map((kind) => h('div.faces', { role: 'group', 'aria-label': `${kind.kind} dice` },
      h('span.dice-title', {}, `${kind.kind} × ${left(kind)}`), h('div.row', {}, kind.faces.map((face) => button('.die-button', () => tap(face), die(face), {
        'aria-label': face.text, disabled: left(kind) === 0, 'data-key': `face-${face.kind}-${face.face}`,
      }))))),
  ];
}

/**
 * The boss's four dice: one tap each.
 * @param {Desk} desk
 * @param {{ rows?: Record<string, number> }} draft
 * @param {() => void} show
 * @param {HTMLElement} draw
 */
export function powerPanel(desk, draft, show, draw) {
  const tracks = desk.view.next.tracks ?? [];
  const rows = draft.rows ?? {};
  draft.rows = rows;
  return [h('div.row.spread', {}, h('p.dim', {}, 'Tap the number of each die'), draw),
    tracks.map((track) => h('div.faces', { role: 'group', 'aria-label': `${track.key} die` }, h(`span.dice-title.track-${track.key}`, {}, track.key),
      h('div.row', {}, track.rows.map((row) => button('.number-button', () => {
        rows[track.key] = row;
        if (tracks.every((t) => rows[t.key] !== undefined)) desk.play([{ outcome: tracks.map((t) => `${t.key} ${rows[t.key]}`).join(', ') }]);
        show();
      }, `${row}`, { 'aria-pressed': rows[track.key] === row ? 'true' : 'false', 'aria-label': `${track.key} ${row}`, 'data-key': `row-${track.key}-${row}` })))))];
}

/**
 * Which dice to keep: tap them, see the odds of the rest, roll on.
 * @param {Desk} desk
 * @param {{ chosen?: Set<number> }} draft places in the list of rolled dice
 * @param {() => void} show
 */
export function keepPanel(desk, draft, show) {
  const { next, reckoners } = desk.view;
  const seat = reckoners[next.seat ?? 0];
  const chosen = draft.chosen ?? new Set();
  draft.chosen = chosen;
  const keeps = (next.actions ?? []).filter((a) => a.kind === 'Keep');
  const rest = (next.actions ?? []).find((a) => a.kind === 'RollRest');
  const idOf = (/** @type {import('./types').Die} */ d) => keeps.find((a) => a.die?.kind === d.kind && a.die?.face === d.face)?.id;
  const ids = () => seat.dice.rolled.filter((_, i) => chosen.has(i)).map(idOf).filter((id) => id !== undefined);
  const odds = h('div.odds', { 'aria-live': 'polite' });
  const ask = async () => {
    if (!chosen.size && !rest) return;
    try {
      const tried = await desk.link.ask({ request: 'try', steps: ids().map((action) => ({ action })) });
      fill(odds, tried.odds.map((/** @type {import('./types').Odds} */ o) => h('p', {}, o.text)));
    } catch {
      // The table has moved on; the new state draws everything anew.
    }
  };
  ask();
  const others = seat.dice.rolled.length - chosen.size;
  const words = others === 0 ? `Keep all ${seat.dice.rolled.length}` : chosen.size === 0 ? `Roll ${others === 1 ? 'it' : `all ${others}`} again` : `Keep ${chosen.size}, roll ${others}`;
  const possible = chosen.size > 0 || rest !== undefined;
  return [
    h('p.dim', {}, `Tap the dice to keep (roll ${seat.rolls} of this round)`),
    h('div.row.keepers', { role: 'group', 'aria-label': 'Rolled dice' }, seat.dice.rolled.map((d, i) => button('.die-button.keeper', () => {
      if (chosen.has(i)) chosen.delete(i);
      else chosen.add(i);
      show();
    }, [die(d), h('small', {}, chosen.has(i) ? 'keep' : 'roll')], {
      'aria-pressed': chosen.has(i) ? 'true' : 'false', disabled: idOf(d) === undefined, 'data-key': `keep-${i}`,
    }))),
    seat.dice.kept.length > 0 && h('div.row', {}, h('span.dice-title', {}, 'kept'), seat.dice.kept.map((d) => die(d))),
    odds,
    h('div.row', {}, button('.primary.big', () => desk.play([{ keep: ids(), roll: others > 0 }]), words, { disabled: !possible || desk.asking, 'data-key': 'keep-go' }),
      chosen.size < seat.dice.rolled.length && keeps.length > 0 && button('.plain', () => {
        seat.dice.rolled.forEach((_, i) => chosen.add(i));
        show();
      }, 'Choose all', { 'data-key': 'keep-all' })),
  ];
}
