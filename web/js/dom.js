// Making elements, and putting them in place without losing the focus.

/** @typedef {import('./types').Child} Child */

/**
 * An element: `h('button.big', { onclick }, 'Roll')`. Properties that begin with `on` are listeners, the others
 * attributes; null and false are left out.
 * @param {string} what a tag with classes
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(what, properties = {}, ...children) {
  const [tag, ...classes] = what.split('.');
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(' ');
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  add(node, children);
  return node;
}

/**
 * @param {Element} node
 * @param {Child[]} children
 */
function add(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(node, child);
    else node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces what is in an element. Whoever had the focus keeps it if something with the same `data-key` is there
 * again; otherwise the element itself takes it, so that the keyboard stays near.
 * @param {HTMLElement} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  const focus = document.activeElement;
  const inside = focus !== null && focus !== node && node.contains(focus);
  const key = inside ? focus.getAttribute('data-key') : null;
  node.replaceChildren();
  add(node, children);
  if (!inside) return;
  const again = key === null ? null : node.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const target = again instanceof HTMLElement && !again.hasAttribute('disabled') ? again : node;
  if (target === node && !node.hasAttribute('tabindex')) node.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * A button. Its words are its name for screen readers unless `aria-label` is given.
 * @param {string} what classes, such as `.primary`
 * @param {() => void} act
 * @param {Child} content
 * @param {Record<string, any>} [properties]
 */
export function button(what, act, content, properties = {}) {
  return h(`button${what}`, { type: 'button', onclick: act, ...properties }, content);
}

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  const place = document.getElementById('say');
  if (place) place.textContent = text;
}

/** With a capital letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One thing or more. @param {number} count @param {string} what */
export function counted(count, what) {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** What went wrong, in words. @param {unknown} problem */
export function reason(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}

/** Tells what could not be done where it was asked for: what stands on the page is hidden behind a window. @param {HTMLElement} place @param {unknown} problem */
export function told(place, problem) {
  fill(place, h('p.fault', { role: 'alert' }, capital(reason(problem))));
  place.scrollIntoView({ block: 'nearest' });
}

/** A chance as percent. @param {number} chance @param {number} [digits] */
export function percent(chance, digits = 1) {
  return `${(100 * chance).toFixed(digits)} %`;
}

/**
 * A window over the page, closed by its button, by Escape or by `close`.
 * @param {string} title
 * @param {(close: () => void) => Child} content
 */
export function sheet(title, content) {
  const close = () => {
    dialog.close();
  };
  const dialog = /** @type {HTMLDialogElement} */ (h('dialog.sheet', { 'aria-label': title }));
  dialog.append(
    h('header', {}, h('h2', {}, title), button('.plain.close', close, '✕', { 'aria-label': 'Close' })),
    h('div.sheet-body', {}, content(close)),
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
