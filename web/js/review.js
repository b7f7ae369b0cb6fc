// The log with a way back through the game, and the review: chances by round, luck, mistakes.

import { button, capital, fill, h, percent, reason } from './dom.js';
import { graph } from './graph.js';
import { sign } from './symbols.js';

/** @typedef {import('./table').Desk} Desk */

/** Entries of the log that are shown. */
const SHOWN = 14;

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 * @returns {() => void} draws it anew
 */
export function reviewPanel(place, desk) {
  /** A review is of the game since a correction; `steps` and `earlier` say of which. @type {{ review: import('./types').Review | null, steps: number, earlier: number, busy: boolean, fault: string }} */
  const found = { review: null, steps: -1, earlier: 0, busy: false, fault: '' };
  const ask = async () => {
    const { steps, earlier } = desk.state;
    Object.assign(found, { busy: true, fault: '' });
    show();
    try {
      const review = await desk.link.ask({ request: 'review' });
      Object.assign(found, { review, steps, earlier });
    } catch (error) {
      found.fault = reason(error);
    }
    found.busy = false;
    show();
  };
  /** The whole log of a version of the table. @type {{ version: number, entries: import('./types').Entry[] }} */
  let whole = { version: -1, entries: [] };
  /** The entries up to a step. A state has only the last ones; further back all of them are asked for, once. */
  const entries = (/** @type {number} */ at) => {
    const { version, log } = desk.state;
    const [known, upTo] = [whole.version === version ? whole.entries : log, (/** @type {import('./types').Entry} */ entry) => entry.step <= at];
    const found = known.filter(upTo).slice(-SHOWN);
    if (found.length < Math.min(SHOWN, at) && whole.version !== version) readWhole(version);
    return found;
  };
  const readWhole = async (/** @type {number} */ version) => {
    whole = { version, entries: desk.state.log };
    const answer = await desk.link.edit({ request: 'log' });
    if (whole.version !== version) return;
    if (answer) {
      whole.entries = answer.log;
      show();
    } else whole.version = -1;
  };
  const show = () => {
    const { state } = desk;
    // Its steps are not those of the game that goes on now.
    if (found.earlier !== state.earlier) found.review = null;
    const at = desk.past ?? state.steps;
    const slider = /** @type {HTMLInputElement} */ (h('input', { type: 'range', min: 0, max: state.steps, 'aria-label': 'Step of the game', 'data-key': 'slider' }));
    slider.value = String(at);
    slider.addEventListener('change', () => desk.look(Number(slider.value)));
    const go = (/** @type {number} */ step) => () => desk.look(Math.max(0, Math.min(state.steps, step)));
    const log = entries(at).reverse();
    fill(place, h('header', {}, h('h2', {}, sign('menu'), 'Log')),
      h('div.walk', {}, button('.icon', go(at - 1), '‹', { 'aria-label': 'One step back', disabled: at <= 0, 'data-key': 'back' }), slider,
        button('.icon', go(at + 1), '›', { 'aria-label': 'One step on', disabled: desk.past === null, 'data-key': 'on' }),
        h('span.dim', {}, desk.past === null ? `${state.steps} steps` : `${at} / ${state.steps}`)),
      // After a correction both begin anew, as if the game before were lost.
      state.earlier > 0 && h('p.note.since', {}, 'Since the last correction; undo leads further back.'),
      h('ol.log', { reversed: true, tabindex: '0', 'aria-label': 'What happened, the last first' }, log.map((entry) => h('li', {}, entry.texts.map((text, i) => h(i ? 'span.dim.follows' : 'span', {}, text))))),
      h('div.row', {}, button('.plain', ask, state.view.next.kind === 'over' ? 'Review the game' : 'Review the game so far', { disabled: found.busy || state.steps === 0, 'data-key': 'review' }),
        found.busy && h('span.searching', {}, 'reviewing; this takes a while for a long game …')),
      found.fault && h('p.fault', { role: 'alert' }, capital(found.fault)),
      found.review && reviewView(desk, found.review, found.steps));
  };
  return show;
}

/**
 * @param {Desk} desk
 * @param {import('./types').Review} review
 * @param {number} steps how long the game was then
 */
function reviewView(desk, review, steps) {
  const points = (/** @type {number} */ x) => {
    const size = Math.abs(100 * x).toFixed(1);
    return `${x < 0 && size !== '0.0' ? '−' : '+'}${size}`;
  };
  const rounds = review.rounds.map((r) => ({ name: r.round ? `${r.round}` : 'start', chance: r.win_chance }));
  const words = `Chance to win: ${rounds.map((r) => `${r.name} ${percent(r.chance, 0)}`).join(', ')}, now ${percent(review.end, 0)}`;
  const start = (/** @type {number} */ round) => review.starts.find((s) => s.round === round)?.step;
  const to = (/** @type {number} */ round) => {
    const step = start(round);
    return step === undefined ? `${round}` : button('.plain.tiny', () => desk.look(step), [h('span.unseen', {}, 'Look at the beginning of round '), round ? `${round}` : 'start'], { 'data-key': `round-${round}` });
  };
  return h('div.review-result', {}, desk.state.earlier > 0 && h('p.note', {}, 'Of the game since the last correction.'), steps < desk.state.steps && h('p.note', {}, 'The game has gone on since.'),
    graph([...rounds, { name: 'now', chance: review.end }], words),
    review.decisions === 0 ? h('p', {}, 'Nobody had a decision with a choice, so there is nothing to judge; luck and others ', h('b', {}, points(review.luck)), ' points.') : h('p', {}, 'Your decisions ', h('b', {}, points(review.skill)), ` ± ${(100 * review.error).toFixed(1)} points compared with what the program would play; luck and others `, h('b', {}, points(review.luck)), ' points. ',
      h('span.dim', {}, `Of ${review.decisions} decisions with a choice, ${review.different} are not what the program would play. Decisions and luck add up over the game, so each alone can be beyond 100; together they are the change of the chance.`)),
    h('table', {}, h('thead', {}, h('tr', {}, ['round', 'win chance', 'decisions', 'luck'].map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', {}, review.rounds.map((r) => h('tr', {}, h('td', {}, to(r.round)), h('td', {}, percent(r.win_chance, 0)), h('td', {}, points(r.skill)), h('td', {}, points(r.luck)))))),
    review.mistakes.length > 0 ? [h('h3', {}, 'The costliest decisions'), h('ul.mistakes', {}, review.mistakes.map((m) => h('li', {}, h('b.mark-bad', {}, m.mark), ` round ${m.round}: ${m.played} `,
      h('span.dim', {}, `cost ${(100 * m.cost).toFixed(1)} ± ${(100 * m.error).toFixed(1)} points; better: ${m.better}`))))] : review.decisions > 0 && h('p', {}, 'None of them clearly cost anything.'),
    h('details.said', {}, h('summary', {}, 'As in the terminal'), h('pre', { tabindex: '0' }, review.said)));
}
