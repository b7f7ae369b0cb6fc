// Advice: options with their chances and reasons, the plan, "what if", and the search as it grows.

import { button, capital, fill, h, percent } from './dom.js';
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
  /** @type {{ hint: Hint | null, digest: string, busy: boolean, fault: string, about: import('./types').Action | null, tried: import('./types').Tried | null }} */
  const found = { hint: null, digest: '', busy: false, fault: '', about: null, tried: null };
  let always = false;
  let asked = 0;

  /** @param {Record<string, unknown>} wish */
  const ask = async (wish) => {
    asked += 1;
    const mine = asked;
    const digest = desk.state.view.digest;
    Object.assign(found, { busy: true, fault: '', digest });
    show();
    const take = (/** @type {Hint} */ hint) => {
      if (mine !== asked || hint.digest !== desk.state.view.digest) return;
      found.hint = hint;
      show();
    };
    try {
      take(await desk.link.ask({ request: 'advise', ...wish }, take));
    } catch (error) {
      if (mine === asked) found.fault = error instanceof Error ? error.message : String(error);
    }
    if (mine === asked) {
      found.busy = false;
      show();
    }
  };

  /** Compares an action with the best one on the same luck. @param {import('./types').Action} action */
  const whatIf = async (action) => {
    found.about = action;
    found.tried = null;
    const best = found.hint && found.hint.digest === desk.state.view.digest ? found.hint.options[0]?.id : undefined;
    ask(best === undefined || best === action.id ? { allow: [action.id] } : { allow: [action.id, best] });
    try {
      found.tried = await desk.link.ask({ request: 'try', steps: [{ action: action.id }] });
      show();
    } catch {
      // The search says what is wrong.
    }
  };
  desk.whatIf = whatIf;
  desk.hint = () => {
    desk.tab('advice');
    found.about = null;
    ask({});
  };

  const stop = () => {
    asked += 1;
    found.busy = false;
    desk.link.ask({ request: 'stop' }).catch(() => {});
    show();
  };

  const show = () => {
    const { view } = desk.state;
    if (found.digest !== view.digest) {
      if (found.busy) stop();
      Object.assign(found, { hint: null, digest: view.digest, fault: '', about: null, tried: null });
      if (always && view.next.kind === 'decision') {
        ask({});
        return;
      }
    }
    const over = view.next.kind === 'over';
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
    desk.state.note && h('p.note', {}, capital(desk.state.note)),
    !over && h('div.row', {},
      button('.primary', () => {
        found.about = null;
        ask({});
      }, 'Hint', { 'data-key': 'hint' }),
      button('.plain', () => {
        found.about = null;
        ask({ plan: true });
      }, 'Plan the round', { 'data-key': 'plan' }),
      found.hint && !found.busy && button('.plain', () => ask({ maxPlayouts: LONGER, plan: found.hint?.plan !== undefined, ...(found.about ? { allow: [found.about.id] } : {}) }), 'Think longer', { 'data-key': 'longer' }),
      found.busy && button('.plain', stop, 'Stop', { 'data-key': 'stop' })),
    found.fault && h('p.fault', { role: 'alert' }, capital(found.fault)),
    found.busy && h('p.searching', {}, found.hint?.searched ? `searching further; ${found.hint.playouts} imagined games so far …` : 'searching …'),
    found.about && h('p.note', {}, 'What if: ', h('b', {}, found.about.text), '? ', button('.primary.small-button', () => {
      const action = found.about;
      if (action) desk.play([{ action: action.id }]);
    }, 'Do it', { 'data-key': 'do-what-if' })),
    found.tried && effects(found.tried),
    found.hint && hintView(desk, found.hint));
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
 * @param {Desk} desk
 * @param {Hint} hint
 */
function hintView(desk, hint) {
  const how = hint.searched ? `${hint.brain}, ${hint.playouts} imagined games` : `${hint.brain} alone, without search`;
  return [
    hint.win && outlook('win', hint.win.text, hint.win.steps, hint.win.ids.length > 0 && button('.small-button.primary', () => desk.play((hint.win?.ids ?? []).map((action) => ({ action }))), 'Do it all', { 'data-key': 'do-win' })),
    hint.danger && outlook('danger', hint.danger.text, hint.danger.steps, null),
    h('p.chance', {}, h('b', {}, percent(hint.win_chance, 0)), ' to win', hint.error !== null && h('span.dim', {}, ` ± ${(100 * hint.error).toFixed(1)}`), h('span.dim', {}, ` (${how})`)),
    hint.people && h('p', {}, h('b', {}, percent(hint.people.win_chance, 0)), ` if people of ${hint.people.level} level play on`, h('span.dim', {}, ` ± ${(100 * hint.people.error).toFixed(1)} (${hint.people.playouts} games)`)),
    h('ol.options', {}, hint.options.map((option) => optionView(desk, option))),
    hint.keep && keepView(hint.keep, 'All dice of this roll: '),
    hint.plan && planView(desk, hint.plan),
    h('details.said', {}, h('summary', {}, 'As in the terminal'), h('pre', { tabindex: '0' }, hint.said)),
  ];
}

/**
 * What must be known first: a win on the table, or a loss that is coming.
 * @param {'win' | 'danger'} kind
 * @param {string} text
 * @param {string[]} steps
 * @param {import('./types').Child} act
 */
function outlook(kind, text, steps, act) {
  return h(`div.outlook.outlook-${kind}`, {}, h('p', {}, sign(kind === 'win' ? 'star' : 'skull'), h('b', {}, `${text}.`)), h('ol', {}, steps.map((step) => h('li', {}, step))), act);
}

/**
 * @param {Desk} desk
 * @param {import('./types').Option} option
 */
function optionView(desk, option) {
  const ids = option.ids ?? [option.id];
  const bar = h('span.bar', { 'aria-hidden': 'true' }, h('i', {}));
  /** @type {HTMLElement} */ (bar.firstElementChild).style.width = percent(option.win_chance).replace(' ', '');
  return h(`li.option${option.order === 1 ? '.best' : ''}`, {},
    h('div.option-head', {}, h('b', {}, option.text), button('.small-button.primary', () => desk.play(ids.map((action) => ({ action }))), ['Do it', h('span.unseen', {}, `: ${option.text}`)], { 'data-key': `do-${option.order}` })), bar,
    h('p.standing', {}, option.standing),
    option.then.length > 0 && h('p', {}, h('span.dim', {}, 'then '), option.then.join(', ')),
    option.reasons.length > 0 && h('p.why', {}, capital(option.reasons.join('; ')), '.'),
    option.odds.map((odds) => h('p.dim', {}, `odds: ${odds.text}`)));
}

/** @param {import('./types').Keep} keep @param {string} [lead] */
function keepView(keep, lead = '') {
  return h('p.keep-advice', {}, lead && h('span.dim', {}, lead), h('b', {}, keep.text), keep.toward && ` toward ${keep.toward}`,
    keep.odds.map((odds) => h('span.dim', {}, ` · ${odds.text}`)));
}

/**
 * The plan, grouped by Reckoner; each step leads there with all steps before it.
 * @param {Desk} desk
 * @param {import('./types').Plan} plan
 */
function planView(desk, plan) {
  /** @type {{ who: string, steps: { step: import('./types').Plan['steps'][0], until: number }[] }[]} */
  const groups = [];
  plan.steps.forEach((step, until) => {
    const last = groups.at(-1);
    if (last?.who === step.reckoner) last.steps.push({ step, until });
    else groups.push({ who: step.reckoner, steps: [{ step, until }] });
  });
  const follow = (/** @type {number} */ until) => desk.play(plan.steps.slice(0, until + 1).flatMap((s) => s.ids).map((action) => ({ action })));
  return h('section.plan', { 'aria-label': 'Plan for the team', tabindex: '0' }, h('h3', {}, 'Plan for the team'),
    plan.keep.map((keep) => keepView(keep)),
    plan.goals.length > 0 && [h('p.dim', {}, 'After the rolls, by how often it comes up:'), h('ul', {}, plan.goals.map((goal) => h('li', {},
      `${goal.reckoner}: ${goal.goal}${goal.when ? ` ${goal.when}` : ''} `, h('span.dim', {}, `in ${percent(goal.share, 0)} of imagined rolls`))))],
    groups.map((group) => h('div.plan-group', {}, h('h4', {}, capital(group.who)), h('ol', {}, group.steps.map(({ step, until }) => h('li', {},
      h('div.option-head', {}, h('b', {}, step.actions.join(', ')), button('.small-button', () => follow(until), [until === 0 ? 'Do it' : 'Do all to here', h('span.unseen', {}, `: ${step.actions.join(', ')}`)], { 'data-key': `plan-${until}` })),
      h('p.why', {}, capital(step.why.join('; ')), step.why.length ? '.' : '')))))),
    h('p.dim', {}, `Then: ${plan.then}`));
}
