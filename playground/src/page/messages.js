// Messages: text, pictures, embeds, buttons and menus.

import { $, act, avatar, h, toast } from './dom.js';
import { markdown, plain } from './markdown.js';
import { showModal, showPicture } from './modal.js';
import { go, state } from './app.js';

const THREAD_CREATED = 18;
const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

/** An address of this server as a path, whichever name the page was opened under. */
const local = (url) => (url.startsWith(state.places.base) ? url.slice(state.places.base.length) : url);

const context = () => ({
  me: state.me,
  user: (id) => state.user(id),
  role: (id) => state.places.guilds.flatMap((g) => g.roles).find((r) => r.id === id),
  channel: (id) => state.channel(id),
});

/** Puts messages in place of those shown. */
export function showAll(messages) {
  $('messages').replaceChildren();
  if (!messages.length) $('messages').append(h('section', { class: 'empty', id: 'empty' }));
  messages.forEach((m) => show(m, true));
  $('messages').scrollTop = $('messages').scrollHeight;
}

/** Whether the list of channels and people is behind a button. */
const narrow = () => getComputedStyle($('menu')).display !== 'none';

/**
 * Says in an empty channel what there is to do: a button for each of the bot's commands that ask for nothing.
 * `commands` are those that can be used here, `run` uses one.
 */
export function greet(commands, run) {
  const box = $('empty');
  if (!box) return;
  const bare = (name) => commands.find((c) => c.path === name && !c.options.some((o) => o.required));
  const button = (name, label, kind) => bare(name)
    && h('button', { type: 'button', class: `button ${kind}`, data: { greet: name }, onclick: () => run(bare(name)) }, label);
  const channel = !state.guild() && state.places.guilds[0]?.channels[0];
  const leave = channel && h('button', { type: 'button', class: 'button primary', data: { greet: 'channel' }, onclick: () => go(channel.id) }, `Open #${channel.name}`);
  const buttons = [button('play', 'Play', 'primary'), leave, button('learn', 'Learn to play', 'secondary')].filter(Boolean);
  box.replaceChildren(
    h('h3', {}, `Welcome to ${state.placeName()}!`),
    h('p', {}, bare('play') ? 'Press Play for a game against the computer or against others, or type / to see every command.' : 'Games are opened in a channel of a server. Type / to see what works here.'),
    h('p', {}, `This page stands in for Discord. You are ${state.user(state.me)?.display}; switch to another person ${narrow() ? 'behind ☰' : 'at the lower left'} to play both sides.`),
    h('div', { class: 'row' }, buttons));
}

/** Shows a message, in place of its older self if there is one. */
export function show(message, quiet = false) {
  const list = $('messages');
  const low = list.scrollHeight - list.scrollTop - list.clientHeight < 120;
  const old = $(`m-${message.id}`);
  const element = render(message);
  if (old) {
    const focus = old.contains(document.activeElement) && document.activeElement.dataset.customId;
    old.replaceWith(element);
    group(element);
    group(element.nextElementSibling);
    if (focus) element.querySelector(`[data-custom-id="${CSS.escape(focus)}"]`)?.focus();
  } else {
    list.querySelector('.empty')?.remove();
    list.append(element);
    group(element);
  }
  if ((low || message.author.id === state.me || message.ephemeral) && !quiet) {
    list.scrollTop = list.scrollHeight;
    for (const image of element.querySelectorAll('img')) {
      image.addEventListener('load', () => { list.scrollTop = list.scrollHeight; }, { once: true });
    }
  }
}

export function remove(id) {
  const element = $(`m-${id}`);
  const next = element?.nextElementSibling;
  element?.remove();
  group(next);
}

/** A message soon after one of the same author stands under it without name and picture. */
function group(element) {
  if (!element?.dataset?.author) return;
  const before = element.previousElementSibling;
  const near = before?.dataset?.author === element.dataset.author && before.dataset.ephemeral === element.dataset.ephemeral
    && Number(element.dataset.at) - Number(before.dataset.at) < 7 * 60000;
  element.classList.toggle('grouped', Boolean(near) && !element.querySelector('.reply'));
}

/** A line only this person sees and that is gone with the next look: waiting for a command, or its failure. */
export function notice(text, kind = '') {
  const line = h('article', { class: `message notice ${kind}`, data: kind === 'failed' ? { error: 'true' } : {} },
    avatar(state.user(state.places.bot)),
    h('div', { class: 'body' }, h('p', { class: 'text' }, text),
      kind === 'failed' && h('p', { class: 'private' }, 'Only you can see this · ',
        h('button', { type: 'button', class: 'plain', onclick: () => line.remove() }, 'Dismiss'))));
  $('messages').append(line);
  $('messages').scrollTop = $('messages').scrollHeight;
  return line;
}

function clock(iso) {
  const date = new Date(iso);
  const short = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const today = date.toDateString() === new Date().toDateString();
  return h('time', { datetime: iso, title: date.toLocaleString('en-GB') },
    today ? short : `${date.toLocaleDateString('en-GB')} ${short}`);
}

/** Discord's own line in a channel where a thread was opened. */
function opened(message) {
  const author = state.user(message.author.id)?.display ?? message.author.username;
  const thread = message.thread
    ? h('button', { type: 'button', class: 'plain', onclick: () => go(message.thread.id) }, h('b', {}, message.thread.name))
    : h('b', {}, message.content);
  return h('article', {
    id: `m-${message.id}`, class: 'message opened', data: { messageId: message.id, at: Date.parse(message.timestamp) },
  }, h('span', { class: 'hash', 'aria-hidden': 'true' }, '#'),
  h('p', { class: 'body' }, h('b', {}, author), ' started a thread: ', thread, message.thread ? ' ' : ' (deleted) ', clock(message.timestamp)));
}

function render(message) {
  if (message.type === THREAD_CREATED) return opened(message);
  const author = state.user(message.author.id);
  const pinged = message.mentions.some((u) => u.id === state.me) || message.mention_everyone;
  const body = h('div', { class: 'body' },
    h('p', { class: 'head' },
      h('b', { class: 'name' }, author?.display ?? message.author.username),
      message.author.bot && h('span', { class: 'app' }, 'APP'), clock(message.timestamp)),
    content(message));
  if (message.ephemeral) {
    const dismiss = async () => { await act('dismiss', { user: state.me, message: message.id }).catch((e) => toast(e.message)); remove(message.id); };
    body.append(h('p', { class: 'private' }, 'Only you can see this · ',
      h('button', { type: 'button', class: 'plain', data: { dismiss: 'true' }, onclick: dismiss }, 'Dismiss message')));
  }
  return h('article', {
    id: `m-${message.id}`,
    class: ['message', pinged && 'pinged', message.ephemeral && 'ephemeral'].filter(Boolean).join(' '),
    data: {
      messageId: message.id, author: message.author.username, at: Date.parse(message.timestamp),
      ephemeral: String(message.ephemeral), thinking: String(message.thinking),
    },
  }, reply(message), avatar(author), body);
}

/** The line above: who used which command, or what is replied to. */
function reply(message) {
  const cause = message.interaction_metadata;
  if (message.interaction) {
    const user = state.user(cause.user.id);
    return h('div', { class: 'reply' }, avatar(user), h('b', {}, user?.display ?? '?'), ' used ',
      h('span', { class: 'mention' }, `/${message.interaction.name}`));
  }
  if (message.replied) {
    const user = state.user(message.replied.author);
    const text = message.replied.deleted ? 'Original message was deleted' : plain(message.replied.content, context()) || 'Click to see attachment';
    const go = () => $(`m-${message.replied.id}`)?.scrollIntoView({ block: 'center' });
    return h('div', { class: 'reply' }, avatar(user), h('b', {}, user?.display ?? '?'), ' ',
      h('button', { type: 'button', class: 'plain', onclick: go }, text));
  }
  return null;
}

function content(message) {
  if (message.thinking) {
    const name = state.user(message.author.id)?.display ?? 'The bot';
    return [h('p', { class: 'thinking' }, h('span', { class: 'dots', 'aria-hidden': 'true' }, '•••'), ` ${name} is thinking…`)];
  }
  const out = [];
  if (message.content) {
    const text = h('div', { class: 'content' }, markdown(message.content, context()));
    if (message.edited_timestamp) text.append(h('span', { class: 'edited', title: message.edited_timestamp }, '(edited)'));
    out.push(text);
  }
  const files = message.attachments.map(file);
  if (files.length) out.push(h('div', { class: 'files' }, files));
  out.push(...message.embeds.map(embed));
  const rows = message.components.map((row) => h('div', { class: 'row' }, row.components.map((c) => component(c, message))));
  if (rows.length) out.push(h('div', { class: 'rows' }, rows));
  if (message.thread) {
    out.push(h('button', { type: 'button', class: 'thread-link', onclick: () => go(message.thread.id) }, h('b', {}, message.thread.name), ' · See thread ›'));
  }
  if (message.reactions) out.push(h('p', { class: 'reactions' }, message.reactions.map((r) => h('span', {}, `${r.emoji.name} ${r.count}`))));
  return out;
}

function picture(url, description, size) {
  // As large as it is, but no larger than fits into the window with the text and buttons of its message; the place is kept while it loads.
  const image = h('img', { src: local(url), alt: description ?? '', width: size?.width, height: size?.height, decoding: 'async' });
  if (size?.width) {
    image.style.setProperty('--own-width', `${size.width}px`);
    image.style.setProperty('--shape', size.width / size.height);
  }
  const open = h('button', { type: 'button', class: 'picture', 'aria-label': `Picture: ${description || 'no description'}`, onclick: () => showPicture(local(url), description) }, image);
  return open;
}

function file(attachment) {
  if (attachment.content_type?.startsWith('image/')) {
    const alt = attachment.description && h('details', { class: 'alt' }, h('summary', {}, 'ALT'), h('p', {}, attachment.description));
    return h('figure', { data: { filename: attachment.filename } }, picture(attachment.url, attachment.description, attachment), alt);
  }
  const size = attachment.size < 1024 ? `${attachment.size} B` : `${(attachment.size / 1024).toFixed(1)} KB`;
  return h('a', { class: 'file', href: local(attachment.url), download: attachment.filename, data: { filename: attachment.filename } },
    h('b', {}, attachment.filename), h('small', {}, size));
}

function embed(embed) {
  const text = (value) => markdown(value, context());
  const box = h('section', { class: 'embed' },
    embed.author?.name && h('p', { class: 'embed-author' }, embed.author.name),
    embed.title && h('h3', {}, text(embed.title)),
    embed.thumbnail && h('div', { class: 'thumbnail' }, picture(embed.thumbnail.url, '')),
    embed.description && h('div', { class: 'content' }, text(embed.description)),
    embed.fields?.length && h('div', { class: 'fields' }, embed.fields.map((f) =>
      h('div', { class: f.inline ? 'field inline' : 'field' }, h('b', {}, text(f.name)), h('div', {}, text(f.value))))),
    embed.image && picture(embed.image.url, '', embed.image.width ? embed.image : undefined),
    (embed.footer?.text || embed.timestamp) && h('p', { class: 'embed-footer' }, embed.footer?.text, embed.timestamp && [' • ', clock(embed.timestamp)]));
  if (embed.color) box.style.borderLeftColor = `#${embed.color.toString(16).padStart(6, '0')}`;
  return box;
}

const emoji = (e) => e && h('span', { class: 'emoji', 'aria-hidden': 'true' }, e.id ? `:${e.name}:` : e.name);

function component(c, message) {
  if (c.type !== 2) return menu(c, message);
  const attributes = { class: STYLES[c.style] ?? 'secondary', disabled: c.disabled === true, 'aria-label': c.label ? undefined : c.emoji?.name };
  if (c.style === 5) return h('a', { ...attributes, class: 'button link', href: c.url, target: '_blank', rel: 'noopener noreferrer' }, c.label, ' ↗');
  return h('button', {
    ...attributes, type: 'button', class: `button ${attributes.class}`, data: { customId: c.custom_id },
    onclick: (event) => use(event.currentTarget, 'click', { message: message.id, component: c.custom_id }),
  }, emoji(c.emoji), c.label);
}

function entries(c) {
  if (c.type === 3) return c.options;
  const guild = state.guild();
  const users = state.places.users.filter((u) => !guild || guild.members.includes(u.id)).map((u) => ({ label: u.display, value: u.id }));
  const roles = (guild?.roles ?? []).map((r) => ({ label: r.name, value: r.id }));
  const channels = (guild?.channels ?? []).map((x) => ({ label: `#${x.name}`, value: x.id }));
  return { 5: users, 6: roles, 7: [...users, ...roles], 8: channels }[c.type] ?? [];
}

function menu(c, message) {
  const options = entries(c);
  const send = (from, values) => use(from, 'select', { message: message.id, component: c.custom_id, values });
  const placeholder = c.placeholder ?? 'Make a selection';
  if ((c.max_values ?? 1) > 1) {
    const boxes = options.map((o) => h('label', {}, h('input', { type: 'checkbox', value: o.value, checked: o.default === true }), emoji(o.emoji), o.label,
      o.description && h('small', {}, o.description)));
    const choose = (event) => send(event.currentTarget.parentElement.parentElement,
      boxes.map((b) => b.querySelector('input')).filter((b) => b.checked).map((b) => b.value));
    return h('details', { class: 'menu many', data: { customId: c.custom_id } }, h('summary', {}, placeholder),
      h('div', {}, boxes, h('button', { type: 'button', class: 'button primary', disabled: c.disabled === true, onclick: choose }, 'Choose')));
  }
  const select = h('select', { class: 'menu', disabled: c.disabled === true, 'aria-label': placeholder, data: { customId: c.custom_id } },
    h('option', { value: '' }, placeholder),
    options.map((o) => h('option', { value: o.value, selected: o.default === true },
      [o.emoji?.id ? '' : o.emoji?.name, o.label].filter(Boolean).join(' ') + (o.description ? ` — ${o.description}` : ''))));
  select.addEventListener('change', () => { if (select.value) send(select, [select.value]); });
  return select;
}

/** Uses a component, and shows that it is under way, or that it failed. */
async function use(element, action, body) {
  const article = element.closest('article');
  article.querySelector('.trouble')?.remove();
  article.classList.add('busy');
  element.classList.add('waiting');
  const failed = (text) => {
    const now = $(article.id) ?? article;
    now.querySelector('.body').append(h('p', { class: 'trouble', role: 'alert', data: { error: 'true' } }, text));
  };
  try {
    const user = state.me;
    const answer = await act(action, { user, ...body });
    if (answer.status === 'failed') failed('This interaction failed: the application did not respond.');
    else finish(answer, user);
  } catch (error) {
    failed(error.message);
  } finally {
    article.classList.remove('busy');
    element.classList.remove('waiting');
    if (element.tagName === 'SELECT') element.value = '';
  }
}

/** Goes on after an answer: a modal may be to fill in. */
export function finish(answer, user) {
  if (answer.modal && user === state.me) showModal(answer.id, answer.modal, user, (next) => finish(next, user));
}
