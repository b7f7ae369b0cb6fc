// The page of a table: what it shows, and how its parts hear of changes.

import { advicePanel } from './advice.js';
import { askPanel } from './ask.js';
import { boardPanel } from './board.js';
import { positionSheet } from './correct.js';
import { announce, button, capital, counted, fill, h, reason } from './dom.js';
import { Link } from './net.js';
import { reviewPanel } from './review.js';
import { menu } from './sheets.js';
import { sign } from './symbols.js';
import { teamPanel } from './team.js';

/**
 * What the parts of the page share.
 * @typedef {object} Desk
 * @property {Link} link
 * @property {import('./types').State} state the last state of the table
 * @property {import('./types').View} view what is shown: the table, or a moment of the game so far
 * @property {number | null} past the step that is looked at; null for the present
 * @property {boolean} asking whether a tap on an action asks "what if" instead of doing it
 * @property {(steps: unknown[]) => void} play
 * @property {(action: import('./types').Action) => void} tap an action was tapped, anywhere
 * @property {(step: number | null) => void} look
 * @property {(problem: unknown) => void} fault
 * @property {() => void} show draws everything anew
 * @property {() => void} hint asks for advice and turns to it; set by the advice
 * @property {((action: import('./types').Action) => void)} whatIf set by the advice
 * @property {(tab: string) => void} tab turns to a part, on narrow displays
 */

const TABS = [['now', 'Now', 'star'], ['board', 'Board', 'eye'], ['team', 'Team', 'people'], ['advice', 'Advice', 'plan'], ['review', 'Log', 'menu']];

/**
 * @param {HTMLElement} app
 * @param {string} id
 */
export function tablePage(app, id) {
  const head = h('header.top', {});
  const trouble = h('div.trouble', { role: 'alert' });
  const ask = h('section.panel.ask', { 'aria-labelledby': 'now', 'data-part': 'now' });
  const board = h('section.panel.board', { 'aria-label': 'Board', 'data-part': 'board' });
  const team = h('section.panel.team', { 'aria-label': 'Reckoners', 'data-part': 'team' });
  const advice = h('section.panel.advice', { 'aria-label': 'Advice', 'data-part': 'advice' });
  const review = h('section.panel.review', { 'aria-label': 'Log and review', 'data-part': 'review' });
  const tabs = h('nav.tabs', { 'aria-label': 'Parts of the table' });
  fill(app, head, trouble, h('main.table', { id: 'main', tabindex: '-1' }, h('div.wide', {}, board, team), h('div.side', {}, ask, advice, review)), tabs);

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;
  /** @param {unknown} problem */
  const fault = (problem) => {
    clearTimeout(fading);
    fill(trouble, h('p.fault', {}, capital(reason(problem))), button('.plain', () => fill(trouble), '✕', { 'aria-label': 'Dismiss' }));
    fading = setTimeout(() => fill(trouble), 12000);
  };

  let pages = 1;
  let online = true;
  /** @type {Desk} */
  const desk = {
    link: new Link(id, {
      state: (state) => {
        const first = desk.state === undefined;
        // A step that was taken back, or that belongs to the game before a correction, cannot be looked at.
        if (desk.past !== null && (desk.past >= state.steps || desk.state.earlier !== state.earlier)) desk.past = null;
        desk.state = state;
        if (desk.past === null) desk.view = state.view;
        if (!first) announce(capital(state.view.awaited));
        desk.show();
        if (first && location.hash === '#correct') {
          history.replaceState(null, '', location.pathname);
          positionSheet(desk).catch(fault);
        }
      },
      pages: (count) => {
        pages = count;
        if (desk.state) showHead();
      },
      online: (now) => {
        online = now;
        document.body.classList.toggle('offline', !now);
        if (desk.state) showHead();
        if (!now) findOut().catch(() => { if (!desk.state) fault('Not connected; the page tries again by itself.'); });
      },
      fault,
    }),
    state: /** @type {any} */ (undefined),
    view: /** @type {any} */ (undefined),
    past: null,
    asking: false,
    play: (steps) => {
      if (desk.past !== null) {
        fault('Go back to the present first.');
        return;
      }
      desk.link.edit({ request: 'play', version: desk.state.version, steps });
    },
    tap: (action) => {
      if (desk.asking) {
        desk.tab('advice');
        desk.whatIf(action);
      } else desk.play([{ action: action.id }]);
    },
    look: async (step) => {
      if (step === null || step >= desk.state.steps) {
        desk.past = null;
        desk.view = desk.state.view;
      } else {
        const { earlier } = desk.state;
        const answer = await desk.link.edit({ request: 'look', step });
        if (!answer || desk.state.earlier !== earlier || step >= desk.state.steps) return;
        desk.past = step;
        desk.view = answer.view;
      }
      desk.show();
    },
    fault,
    show: () => {
      document.title = `${desk.state.settings.name}: ${desk.view.awaited}`;
      document.body.classList.toggle('past', desk.past !== null);
      showHead();
      showAsk();
      boardPanel(board, desk);
      teamPanel(team, desk);
      showAdvice();
      showReview();
    },
    hint: () => {},
    whatIf: () => {},
    tab: (tab) => {
      const turned = document.body.dataset.tab !== tab;
      document.body.dataset.tab = tab;
      if (turned) scrollTo(0, 0);
      showTabs();
    },
  };
  const showAsk = askPanel(ask, desk);
  const showAdvice = advicePanel(advice, desk);
  const showReview = reviewPanel(review, desk);
  const showHead = () => fill(head, headline(desk, pages, online));
  const showTabs = () => fill(tabs, TABS.map(([key, name, picture]) => button('.tab', () => desk.tab(key), [sign(picture), name], {
    'aria-pressed': document.body.dataset.tab === key ? 'true' : 'false', 'data-key': key,
  })));
  /** Why there is no connection: a table may not exist, or not fit the server's cards, or the token may be an old one. */
  const findOut = async () => {
    const response = await fetch(`/api/tables/${id}`);
    if (response.ok) return;
    if (response.status !== 404) {
      fault((await response.json()).error);
      return;
    }
    desk.link.close();
    fill(app, h('main.narrow', { id: 'main' }, h('h1', {}, 'There is no such table here'), h('p', {}, h('a', { href: '/' }, 'To the start'))));
  };
  desk.tab('now');
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || document.querySelector('dialog[open]')) return;
    // Where something is typed, the typing is undone; and before the table is there, nothing is.
    if (!desk.state || (event.target instanceof Element && event.target.matches('input[type=search]'))) return;
    event.preventDefault();
    desk.link.edit({ request: event.shiftKey ? 'redo' : 'undo', version: desk.state.version });
  });
}

/**
 * The line at the top: the game, its numbers, undo and redo.
 * @param {Desk} desk
 * @param {number} pages
 * @param {boolean} online
 */
function headline(desk, pages, online) {
  const { view, state } = desk;
  const edit = (/** @type {string} */ request) => () => desk.link.edit({ request, version: state.version });
  const low = view.population.now <= 10;
  return [
    h('div.title', {}, h('a.home', { href: '/', 'aria-label': 'All tables' }, sign('dice')),
      h('div', {}, h('h1', {}, state.settings.name), h('p.dim', {}, [view.round ? `Round ${view.round}` : 'Prologue', view.step, view.game.difficulty, ...view.game.extras].join(' · ')))),
    h('dl.numbers', {},
      number('Population', 'people', `${view.population.now}`, `of ${view.population.most}`, low, view.population.now / view.population.most),
      number('Money', 'money', `$${view.money}`),
      number('Base marker', 'base', `${view.base.now}`, `of ${view.base.most}`)),
    h('div.tools', {},
      !online && h('span.chip.alarm', {}, 'not connected'),
      pages > 1 && h('span.chip', { title: `${counted(pages, 'page')} look at this table` }, sign('phone'), `${pages}`, h('span.unseen', {}, ' pages look at this table')),
      button('.icon', edit('undo'), sign('undo'), { 'aria-label': 'Undo', title: 'Undo (Ctrl+Z)', disabled: !state.can_undo, 'data-key': 'undo' }),
      button('.icon', edit('redo'), sign('redo'), { 'aria-label': 'Redo', title: 'Redo (Ctrl+Shift+Z)', disabled: !state.can_redo, 'data-key': 'redo' }),
      button('.icon', () => menu(desk), sign('menu'), { 'aria-label': 'Menu', 'data-key': 'menu' })),
    button('.waiting', () => desk.tab('now'), capital(view.awaited), { 'data-key': 'waiting' }),
  ];
}

/**
 * @param {string} name
 * @param {string} picture
 * @param {string} value
 * @param {string} [more]
 * @param {boolean} [alarm]
 * @param {number} [share] of a bar
 */
function number(name, picture, value, more = '', alarm = false, share = undefined) {
  const bar = share === undefined ? null : h('span.bar', { 'aria-hidden': 'true' }, h('i', {}));
  if (bar && share !== undefined) /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${Math.min(100, 100 * share)}%`;
  return h(`div.number${alarm ? '.alarm' : ''}`, {}, h('dt', {}, sign(picture), h('span', {}, name)),
    h('dd', {}, h('b', {}, value), more && h('small', {}, ` ${more}`), bar));
}
