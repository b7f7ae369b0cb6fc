// What the game waits for: a decision with everything that can be done, or what was rolled or drawn.

import { button, capital, fill, h } from './dom.js';
import { keepPanel, powerPanel, rollPanel } from './roll.js';
import { blank, die, figure, sign } from './symbols.js';

/** @typedef {import('./table').Desk} Desk */
/** @typedef {import('./types').Action} Action */

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 * @returns {() => void} draws it anew
 */
export function askPanel(place, desk) {
  /** What was half tapped in belongs to one position. @type {{ digest: string, values: any }} */
  const draft = { digest: '', values: {} };
  const show = () => {
    const { view } = desk;
    if (draft.digest !== view.digest) {
      draft.digest = view.digest;
      draft.values = {};
    }
    const seat = view.next.kind === 'over' ? undefined : view.next.seat;
    const who = seat === undefined || view.next.team ? null : figure(view.reckoners[seat]);
    const decides = view.next.kind === 'decision' && desk.past === null;
    const asks = desk.asking && decides;
    fill(place, h('header.now', {}, who, h('h2', { id: 'now', tabindex: '-1' }, capital(view.awaited)),
      decides && button('.chip.quick-hint', () => desk.hint(), 'Hint', { 'data-key': 'quick-hint' }),
      decides && button('.chip.toggle', () => {
        desk.asking = !desk.asking;
        show();
      }, 'What if?', { 'aria-pressed': desk.asking ? 'true' : 'false', 'data-key': 'what-if', title: 'A tap then asks what the action would bring and how it compares with the best, instead of doing it' })),
    asks && h('p.note', {}, 'A tap now asks what an action would bring, and why not this one. Nothing is done.', keeps(view.next) && ' To keep dice, turn it off.'),
    view.open && h('p.open', {}, 'In use: ', h('b', {}, view.open)),
    view.owed.length > 0 && h('p.open', {}, `Then: ${view.owed.join(', ')}`),
    view.rewards && h('p.open', {}, 'Rewards: ', h('b', {}, view.rewards)),
    desk.past === null ? body(desk, draft.values, show) : past(desk));
  };
  return show;
}

/** @param {Desk} desk */
function past(desk) {
  return h('p.note', {}, `You look at step ${desk.past} of ${desk.state.steps}. `, button('.plain', () => desk.look(null), 'Back to the present', { 'data-key': 'present' }));
}

/**
 * @param {Desk} desk
 * @param {any} draft
 * @param {() => void} show
 * @returns {import('./types').Child}
 */
function body(desk, draft, show) {
  const { next } = desk.view;
  if (next.kind === 'over') {
    return [h('p.ending', {}, sign(next.won ? 'star' : 'skull'), next.won ? 'The city is free.' : 'The city is lost.'),
      button('.primary.big', () => desk.tab('review'), 'To the log and the review')];
  }
  if (next.kind === 'chance') {
    const draw = button('.plain', () => desk.play([{ random: true }]), [sign('dice'), next.dice || next.tracks ? 'Roll for us' : 'Draw for us'], { 'data-key': 'random' });
    if (next.dice) return rollPanel(desk, draft, show, draw);
    if (next.tracks) return powerPanel(desk, draft, show, draw);
    return outcomes(desk, draft, draw);
  }
  if (keeps(next)) return [keepPanel(desk, draft, show), actions(desk, (a) => !['Keep', 'RollRest'].includes(a.kind))];
  return actions(desk, () => true);
}

/** Whether dice are to be kept. @param {import('./types').Next} next */
function keeps(next) {
  return (next.actions ?? []).some((a) => a.kind === 'Keep');
}

/**
 * Cards or districts that may come: tapped, or found by some letters.
 * @param {Desk} desk
 * @param {{ search?: string }} draft
 * @param {HTMLElement} draw
 */
function outcomes(desk, draft, draw) {
  const all = desk.view.next.outcomes ?? [];
  const list = h('div.outcomes', {});
  const wanted = () => (draft.search ?? '').trim().toLowerCase();
  const fillList = () => {
    const found = all.filter((o) => o.outcome.toLowerCase().includes(wanted()));
    fill(list, found.map((o) => button('.outcome', () => desk.play([{ outcome: o.outcome }]),
      [h('b', {}, o.outcome), o.detail && h('span.dim', {}, o.detail)], { 'data-key': `outcome-${o.outcome}` })),
    found.length === 0 && h('p.dim', {}, 'Nothing of that name is left.'));
    return found;
  };
  const search = /** @type {HTMLInputElement} */ (h('input.search', {
    type: 'search', placeholder: 'Search by name', 'aria-label': 'Search by name', value: draft.search ?? '', 'data-key': 'search', autocomplete: 'off',
  }));
  search.addEventListener('input', () => {
    draft.search = search.value;
    fillList();
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const found = fillList();
    if (found.length === 1) desk.play([{ outcome: found[0].outcome }]);
  });
  fillList();
  return [h('div.row.spread', {}, all.length > 8 ? search : h('span', {}), draw), list];
}

/** In which order groups of actions stand, and what they are called. @type {[string, (a: Action) => boolean][]} */
const GROUPS = [
  ['Dice', (a) => a.die !== undefined || a.die_kind !== undefined],
  ['Plan Tokens', (a) => a.kind === 'TakeToken'],
  ['Spend here', (a) => a.label !== undefined],
  ['Cards and abilities', (a) => a.card !== undefined || ['UseAbility', 'Operations', 'Aid', 'Exchange', 'Tradecraft', 'ChangeSymbol', 'DemolitionsAdd', 'DemolitionsRemove'].includes(a.kind)],
  ['Who', (a) => a.seat !== undefined && a.kind !== 'Focus'],
  ['Let another go on', (a) => a.kind === 'Focus'],
  ['', () => true],
];

/**
 * @param {Desk} desk
 * @param {(a: Action) => boolean} wanted
 */
function actions(desk, wanted) {
  let left = (desk.view.next.actions ?? []).filter(wanted);
  return GROUPS.map(([title, belongs]) => {
    const group = left.filter(belongs);
    left = left.filter((a) => !belongs(a));
    if (!group.length) return null;
    return h('div.group', { role: 'group', 'aria-label': title || 'Other' }, title && h('h3', {}, title), h('div.actions', {}, group.map((a) => actionButton(desk, a))));
  });
}

/**
 * @param {Desk} desk
 * @param {Action} action
 */
function actionButton(desk, action) {
  const picture = action.die ? die(action.die) : action.die_kind ? blank(action.die_kind)
    : action.seat !== undefined ? figure(desk.view.reckoners[action.seat]) : action.symbol ? sign(action.symbol) : '';
  return button('.action', () => desk.tap(action), [picture && h('span.picture', { 'aria-hidden': 'true' }, picture),
    h('span', {}, capital(action.text), action.detail && h('small.dim', {}, action.detail))], { 'data-key': `action-${action.id}` });
}
