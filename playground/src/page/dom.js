// Small helpers: making elements, talking to the server, showing a line of trouble.

/** Makes an element: h('b', {class: 'x', onclick: f, data: {id: 1}}, 'text', child). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'data') Object.assign(element.dataset, value);
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** Does something on the server; throws an Error with a sentence for people. */
export async function act(action, body) {
  const response = await fetch(`/control/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => { throw new Error('The playground does not answer.'); });
  const answer = await response.json().catch(() => ({ error: `Error ${response.status}` }));
  if (!response.ok) throw new Error(answer.error ?? `Error ${response.status}`);
  return answer;
}

export async function look(what, query) {
  const response = await fetch(`/page/${what}?${new URLSearchParams(query)}`);
  return response.ok ? response.json() : [];
}

let hiding;
/** Shows a line for a few seconds. */
export function toast(text) {
  $('toast').textContent = text;
  $('toast').hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { $('toast').hidden = true; }, 6000);
}

/** A colour of one's own, from an id. */
export const hue = (id) => `hsl(${Number(BigInt(id) % 3600007n) * 47 % 360} 55% 45%)`;

export function avatar(user) {
  const face = h('span', { class: 'avatar', 'aria-hidden': 'true' }, user?.bot ? '♜' : (user?.display ?? '?')[0]);
  face.style.background = user?.bot ? '#5865f2' : hue(user?.id ?? '0');
  return face;
}
