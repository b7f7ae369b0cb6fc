// A hint: what must be known first, chances, options with their numbers and reasons, the plan. Everything that
// `reckoners hint` says in the terminal, in its words; a test compares them line by line.

import { button, capital, h, percent } from './dom.js';
import { sign } from './symbols.js';

/** @typedef {import('./table').Desk} Desk */
/** @typedef {import('./types').Hint} Hint */
/** @typedef {import('./types').Child} Child */

/**
 * @param {Desk} desk
 * @param {Hint} hint
 * @param {number | null} asked the action that people asked about
 * @param {() => void} level opens the choice of how well people know the game
 * @returns {Child}
 */
export function hintView(desk, hint, asked, level) {
  const { win, danger, plan } = hint;
  const play = (/** @type {number[]} */ ids) => desk.play(ids.map((action) => ({ action })));
  return [
    win && outlook('win', win.text, win.told, win.ids.length > 0 && button('.small-button.primary', () => play(win.ids), 'Do it all', { 'data-key': 'do-win' })),
    // The way out, where there is one, is in the words.
    danger && outlook('danger', danger.text, [], null),
    hint.chances.length > 0 && chances(hint, level),
    // Next to a sure win nothing else is worth a look.
    !win?.sure && h('ol.options', {}, hint.options.map((option) => optionView(option, option.id === asked, () => play(option.ids)))),
    hint.keep && hint.options.length === 0 && h('p.keep-advice', {}, 'Dice of this roll: ', h('b', {}, hint.keep.text)),
    plan && planView(plan, play),
    h('details.said', {}, h('summary', {}, 'As in the terminal'), h('pre', { tabindex: '0' }, hint.said)),
  ];
}

/**
 * What must be known first: a win on the table, or a loss that is coming.
 * @param {'win' | 'danger'} kind
 * @param {string} text
 * @param {{ first: number, text: string }[]} steps what is done, and the number of the first of several that are alike
 * @param {Child} act
 */
function outlook(kind, text, steps, act) {
  // The way may be long: the button stands before it.
  return h(`div.outlook.outlook-${kind}`, {}, h('p', {}, sign(kind === 'win' ? 'star' : 'skull'), h('b', {}, `${text}.`)), act,
    steps.length > 0 && h('ol', {}, steps.map(({ first, text: step }) => h('li', { value: first }, step))));
}

/**
 * The chance to win, for both kinds of table.
 * @param {Hint} hint
 * @param {() => void} level
 */
function chances(hint, level) {
  return h('section.chances', { 'aria-label': 'Chance to win' }, h('h3', {}, 'Chance to win: '),
    hint.chances.map(({ chance, whose }) => h('p.chance', {}, h('b', {}, chance), ` ${whose}`)),
    hint.people && button('.plain.tiny', level, 'Not your level?', { 'data-key': 'level' }));
}

/**
 * @param {import('./types').Option} option
 * @param {boolean} asked
 * @param {() => void} follow
 */
function optionView(option, asked, follow) {
  const bar = h('span.bar', { 'aria-hidden': 'true' }, h('i', {}));
  /** @type {HTMLElement} */ (bar.firstElementChild).style.width = percent(option.chance).replace(' ', '');
  return h(`li.option${option.order === 1 ? '.best' : ''}${asked ? '.asked' : ''}`, {},
    h('div.option-head', {}, h('b', {}, option.text), asked && h('span.chip.turn', {}, 'you asked'),
      button('.small-button.primary', follow, ['Do it', h('span.unseen', {}, `: ${option.text}`)], { 'data-key': `do-${option.order}` })), bar,
    h('p.standing', {}, option.standing),
    option.then.length > 0 && h('p', {}, h('span.dim', {}, 'then '), option.then.join(', ')),
    option.reasons.length > 0 && h('p.why', {}, capital(option.reasons.join('; ')), '.'),
    option.odds.map((odds) => h('p.dim', {}, `odds: ${odds.text}`)));
}

/** @param {import('./types').Keep} keep */
function keepView(keep) {
  const more = keep.toward ? [keep.toward, ...keep.odds.map((odds) => odds.text)] : [];
  return h('li', {}, h('b', {}, keep.text), more.length > 0 && h('span.dim', {}, ` (${more.join('; ')})`));
}

/**
 * The plan, grouped by Reckoner; each step leads there with all steps before it.
 * @param {import('./types').Plan} plan
 * @param {(ids: number[]) => void} play
 */
function planView(plan, play) {
  /** @type {{ who: string, steps: { step: import('./types').Plan['steps'][0], until: number }[] }[]} */
  const groups = [];
  plan.steps.forEach((step, until) => {
    const last = groups.at(-1);
    if (last?.who === step.reckoner) last.steps.push({ step, until });
    else groups.push({ who: step.reckoner, steps: [{ step, until }] });
  });
  const follow = (/** @type {number} */ until) => play(plan.steps.slice(0, until + 1).flatMap((s) => s.ids));
  const stepView = (/** @type {import('./types').Plan['steps'][0]} */ step, /** @type {number} */ until) => h('li', {},
    h('div.option-head', {}, h('b', {}, step.text),
      button('.small-button', () => follow(until), [until === 0 ? 'Do it' : 'Do all to here', h('span.unseen', {}, `: ${step.text}`)], { 'data-key': `plan-${until}` })),
    step.why.length > 0 && h('p.why', {}, capital(step.why.join('; ')), '.'));
  return h('section.plan', { 'aria-label': 'Plan for the team', tabindex: '0' },
    h('h3', {}, 'Plan for the team', h('small.dim', {}, ` (${plan.weighed ? 'every step weighed' : 'not every step weighed'}; ask again when luck has decided):`)),
    plan.keep.length > 0 && h('ul', {}, plan.keep.map(keepView)),
    plan.goals.length > 0 && [h('p.dim', {}, 'After the rolls, by how often it comes up:'), h('ul', {}, plan.goals.map((goal) => h('li', {}, goal.text)))],
    groups.map((group) => h('div.plan-group', {}, h('h4', {}, capital(group.who)),
      h('ol', { start: group.steps[0].until + 1 }, group.steps.map(({ step, until }) => stepView(step, until))))),
    h('p.dim', {}, `Then: ${plan.then}`));
}
