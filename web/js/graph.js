// The chance to win by round, as a picture with a table of the same numbers beside it.

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 320;
const HEIGHT = 140;
const LEFT = 30;
const BOTTOM = 20;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function draw(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/**
 * @param {{ name: string, chance: number }[]} points
 * @param {string} words what the picture says, for screen readers
 */
export function graph(points, words) {
  const svg = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'graph', role: 'img', 'aria-label': words });
  const x = (/** @type {number} */ i) => LEFT + (WIDTH - LEFT - 8) * (points.length > 1 ? i / (points.length - 1) : 0.5);
  const y = (/** @type {number} */ chance) => 8 + (HEIGHT - BOTTOM - 8) * (1 - chance);
  for (const chance of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(draw('line', { x1: LEFT, x2: WIDTH - 4, y1: y(chance), y2: y(chance), class: 'grid' }));
    svg.append(draw('text', { x: LEFT - 4, y: y(chance) + 3, class: 'axis end' }, `${100 * chance}`));
  }
  const path = points.map((p, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(p.chance).toFixed(1)}`).join('');
  if (points.length > 1) svg.append(draw('path', { d: `${path}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`, class: 'area' }));
  svg.append(draw('path', { d: path, class: 'line' }));
  points.forEach((p, i) => {
    const dot = draw('circle', { cx: x(i), cy: y(p.chance), r: 3, class: 'dot' });
    dot.append(draw('title', {}, `${p.name}: ${(100 * p.chance).toFixed(0)} %`));
    svg.append(dot);
    if (points.length < 16 || i % 2 === 0) svg.append(draw('text', { x: x(i), y: HEIGHT - 6, class: 'axis middle' }, p.name));
  });
  return svg;
}
