// Advice: asking for hints, plans and "what if", and the search as it grows.

import { button, capital, fill, h, reason } from './dom.js';
import { hintView } from './hint.js';
import { levelSheet } from './sheets.js';
import { sign } from './symbols.js';

/** @typedef {import('./table').Desk} Desk */
/** @typedef {import('./types').Hint} Hint */

/** Imagined games when more is wanted than the usual number. */
const LONGER = 8192;

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 * @returns {() => void} draws it anew
 */
export function advicePanel(place, desk) {
  /** @type {{ hint: Hint | null, digest: string, wish: Record<string, unknown>, busy: boolean, fault: string, about: import('./types').Action | null, tried: import('./types').Tried | null }} */
  const found = { hint: null, digest: '', wish: {}, busy: false, fault: '', about: null, tried: null };
  let always = false;
  let asked = 0;

  /** @param {Record<string, unknown>} wish */
  const ask = async (wish) => {
    asked += 1;
    const mine = asked;
    const digest = desk.state.view.digest;
    Object.assign(found, { busy: true, fault: '', digest, wish });
    show();
    const take = (/** @type {Hint} */ hint) => {
      if (mine !== asked || hint.digest !== desk.state.view.digest) return;
      found.hint = hint;
      show();
    };
    try {
      take(await desk.link.ask({ request: 'advise', ...wish }, take));
    } catch (error) {
      if (mine === asked) found.fault = reason(error);
    }
    if (mine === asked) {
      found.busy = false;
      show();
    }
  };

  /** Asks about the position itself. @param {Record<string, unknown>} wish */
  const askAnew = (wish) => {
    Object.assign(found, { about: null, tried: null });
    ask(wish);
  };

  /** Why not this? It is weighed with the best, and what it does at once is told. @param {import('./types').Action} action */
  const whatIf = async (action) => {
    Object.assign(found, { about: action, tried: null });
    ask({ why: [action.id] });
    try {
      const tried = await desk.link.ask({ request: 'try', steps: [{ action: action.id }] });
      if (found.about === action) found.tried = tried;
      show();
    } catch {
      // The search says what is wrong.
    }
  };
  desk.whatIf = whatIf;
  desk.hint = () => {
    desk.tab('advice');
    askAnew({});
  };

  /** Ends the search, without drawing anything. */
  const end = () => {
    asked += 1;
    found.busy = false;
    desk.link.ask({ request: 'stop' }).catch(() => {});
  };
  const stop = () => {
    end();
    show();
  };

  const show = () => {
    const { view } = desk.state;
    if (found.digest !== view.digest) {
      if (found.busy) end();
      Object.assign(found, { hint: null, digest: view.digest, wish: {}, fault: '', about: null, tried: null });
      if (always && view.next.kind === 'decision') {
        ask({});
        return;
      }
    }
    const over = view.next.kind === 'over';
    const { hint, about } = found;
    fill(place, h('header', {}, h('h2', {}, sign('plan'), 'Advice'),
      h('label.chip', {}, (() => {
        const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', 'data-key': 'always' }));
        box.checked = always;
        box.addEventListener('change', () => {
          always = box.checked;
          if (always && !found.hint && !found.busy && view.next.kind === 'decision') ask({});
        });
        return box;
      })(), h('span', {}, 'always'))),
    desk.state.note && h('p.note', {}, `Note: ${desk.state.note}`),
    !over && h('div.row', {},
      button('.primary', () => askAnew({}), 'Hint', { 'data-key': 'hint' }),
      button('.plain', () => askAnew({ plan: true }), 'Plan the round', { 'data-key': 'plan' }),
      hint && !found.busy && button('.plain', () => ask({ ...found.wish, maxPlayouts: LONGER }), 'Think longer', { 'data-key': 'longer' }),
      found.busy && button('.plain', stop, 'Stop', { 'data-key': 'stop' })),
    found.fault && h('p.fault', { role: 'alert' }, capital(found.fault)),
    found.busy && h('p.searching', {}, hint?.searched ? `searching further; ${hint.playouts} imagined games so far …` : 'searching …'),
    about && h('section.what-if', { 'aria-label': 'What if' }, h('div.option-head', {}, h('p', {}, 'What if: ', h('b', {}, about.text), '?'),
      button('.primary.small-button', () => desk.play([{ action: about.id }]), 'Do it', { 'data-key': 'do-what-if' })),
    found.tried && effects(found.tried), hint && compared(hint, about)),
    hint && hintView(desk, hint, about?.id ?? null, () => levelSheet(desk, () => ask(found.wish)).catch(desk.fault)));
  };
  return show;
}

/** What an action would change at once. @param {import('./types').Tried} tried */
function effects(tried) {
  const before = tried.forecast_now?.population ?? 0;
  const after = tried.forecast?.population ?? before;
  return h('ul.effects', {}, tried.happens.map((text) => h('li', {}, text)),
    tried.forecast && h('li', {}, after === before ? `coming Epic phase unchanged: −${after} population` : `coming Epic phase: −${after} population instead of −${before}`,
      tried.forecast.fatal && ', and the game is lost'), h('li', {}, `then ${tried.awaited}`));
}

/**
 * How an action compares with the advice.
 * @param {Hint} hint
 * @param {import('./types').Action} about
 */
function compared(hint, about) {
  const option = hint.options.find((o) => o.id === about.id);
  if (!option) return null;
  return h('p.compared', {}, option.order === 1 ? 'That is the advice.' : ['Compared with the advice: ', h('b', {}, option.standing)]);
}
