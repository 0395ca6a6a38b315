// Discord's markdown, as far as bots use it. Makes elements, never HTML from text.

import { h } from './dom.js';

const INLINE = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^``([\s\S]+?)``|^`([^`\n]+)`/, (m) => h('code', {}, m[1] ?? m[2])],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, c) => h('strong', {}, h('em', {}, inline(m[1], c)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, c) => h('strong', {}, inline(m[1], c))],
  [/^__([\s\S]+?)__(?!_)/, (m, c) => h('u', {}, inline(m[1], c))],
  [/^\*(?!\s)([^*\n]+?)\*(?!\*)/, (m, c) => h('em', {}, inline(m[1], c))],
  [/^_(?!\s)([^_\n]+?)_(?!\w)/, (m, c) => h('em', {}, inline(m[1], c))],
  [/^~~([\s\S]+?)~~/, (m, c) => h('s', {}, inline(m[1], c))],
  [/^\|\|([\s\S]+?)\|\|/, (m, c) => spoiler(inline(m[1], c))],
  [/^<@!?(\d+)>/, (m, c) => mention(`@${c.user(m[1])?.display ?? 'unknown'}`, m[1] === c.me)],
  [/^<@&(\d+)>/, (m, c) => mention(`@${c.role(m[1])?.name ?? 'role'}`)],
  [/^<#(\d+)>/, (m, c) => mention(`#${c.channel(m[1])?.name ?? 'unknown'}`)],
  [/^<\/([^:>]+):\d+>/, (m) => mention(`/${m[1]}`)],
  [/^<t:(-?\d+)(?::([tTdDfFRsS]))?>/, (m) => time(Number(m[1]), m[2] ?? 'f')],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/, (m, c) => link(m[2], inline(m[1], c))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], [m[1]])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, (m) => link(m[0], [m[0]])],
  [/^@(everyone|here)\b/, (m) => mention(`@${m[1]}`, true)],
];

const mention = (text, mine = false) => h('span', { class: mine ? 'mention mine' : 'mention' }, text);
const link = (url, children) => h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, children);

function spoiler(children) {
  const show = (event) => event.currentTarget.classList.add('shown');
  return h('button', { type: 'button', class: 'spoiler', 'aria-label': 'Spoiler', onclick: show }, children);
}

function inline(text, context) {
  const out = [];
  let plain = '';
  while (text) {
    let hit = null;
    // A word is never the start of anything but a link; an underscore inside one is just that.
    const word = /^[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)*/.exec(text);
    for (const [pattern, make] of INLINE) {
      const match = pattern.exec(text);
      if (match) { hit = [match[0].length, make(match, context)]; break; }
    }
    if (hit) {
      if (plain) out.push(plain);
      plain = '';
      out.push(hit[1]);
      text = text.slice(hit[0]);
    } else {
      const length = word ? word[0].length : 1;
      plain += text.slice(0, length);
      text = text.slice(length);
    }
  }
  if (plain) out.push(plain);
  return out;
}

/** Text to elements. The context knows names: {me, user(id), role(id), channel(id)}. */
export function markdown(text, context) {
  const out = [];
  const parts = text.split(/```(?:[\w+-]*\n)?([\s\S]*?)```\n?/);
  parts.forEach((part, i) => {
    if (i % 2) out.push(h('pre', {}, h('code', {}, part.replace(/\n$/, ''))));
    else if (part) out.push(...blocks(part, context));
  });
  return out;
}

function blocks(text, context) {
  const out = [];
  let lines = [];
  const flush = () => {
    if (lines.length) out.push(h('div', { class: 'text' }, inline(lines.join('\n'), context)));
    lines = [];
  };
  const all = text.replace(/\n$/, '').split('\n');
  for (let i = 0; i < all.length; i += 1) {
    const line = all[i];
    const heading = /^(#{1,3}) +(.+)/.exec(line);
    const small = /^-# +(.+)/.exec(line);
    const item = /^( *)(?:[-*]|(\d+)\.) +(.+)/.exec(line);
    if (line.startsWith('>>> ')) {
      flush();
      out.push(h('blockquote', {}, blocks([line.slice(4), ...all.slice(i + 1)].join('\n'), context)));
      return out;
    } else if (line.startsWith('> ') || line === '>') {
      const quoted = [];
      for (; i < all.length && (all[i].startsWith('> ') || all[i] === '>'); i += 1) quoted.push(all[i].slice(2));
      i -= 1;
      flush();
      out.push(h('blockquote', {}, blocks(quoted.join('\n'), context)));
    } else if (heading) {
      flush();
      out.push(h('div', { class: `heading h${heading[1].length}`, role: 'heading', 'aria-level': '4' }, inline(heading[2], context)));
    } else if (small) {
      flush();
      out.push(h('small', { class: 'text' }, inline(small[1], context)));
    } else if (item) {
      flush();
      const bullet = item[2] ? `${item[2]}.` : '•';
      const row = h('div', { class: 'item', role: 'listitem' }, h('span', { 'aria-hidden': 'true' }, bullet), h('div', {}, inline(item[3], context)));
      row.style.marginLeft = `${item[1].length * 8}px`;
      out.push(row);
    } else {
      lines.push(line);
    }
  }
  flush();
  return out;
}

/** The same in one plain line, for where a message is only mentioned. */
export function plain(text, context) {
  // What was cut off inside a mention or a time is left out.
  const whole = text.replace(/<[^<>\s]*$/, '');
  return markdown(whole, context).map((part) => part.textContent).join(' ').replace(/\s+/g, ' ').trim();
}

const UNITS = [['year', 31557600], ['month', 2629800], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
const FORMATS = {
  t: { timeStyle: 'short' }, T: { timeStyle: 'medium' }, d: { dateStyle: 'short' }, D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' }, F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' }, S: { dateStyle: 'short', timeStyle: 'medium' },
};

function relative(seconds) {
  const left = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, n]) => Math.abs(left) >= n) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(left / size), unit);
}

function time(seconds, style) {
  const date = new Date(seconds * 1000);
  const full = date.toLocaleString('en-GB', FORMATS.F);
  const text = style === 'R' ? relative(seconds) : date.toLocaleString('en-GB', FORMATS[style] ?? FORMATS.f);
  return h('time', { datetime: date.toISOString(), title: full, data: style === 'R' ? { relative: seconds } : {} }, text);
}

setInterval(() => {
  for (const element of document.querySelectorAll('time[data-relative]')) {
    element.textContent = relative(Number(element.dataset.relative));
  }
}, 1000);
