// The page: who one is, where one is, and what is heard from the server.

import { $, act, avatar, h, look, toast } from './dom.js';
import { greet, remove, show, showAll } from './messages.js';
import { closeCommand, runNow, setCommands } from './composer.js';

export const state = {
  places: { users: [], guilds: [], dm: null, bot: null, base: '', connected: false },
  me: null,
  here: null,
  unread: new Map(),
  user(id) { return this.places.users.find((u) => u.id === id); },
  guild() { return this.places.guilds.find((g) => g.channels.some((c) => c.id === this.here)); },
  channel(id) { return this.places.guilds.flatMap((g) => g.channels).find((c) => c.id === id); },
  topic() { return this.channel(this.here)?.topic ?? ''; },
  placeName() {
    const channel = this.channel(this.here);
    return channel ? `${channel.thread ? '' : '#'}${channel.name}` : `your conversation with ${this.user(this.places.bot)?.display}`;
  },
};

let socket;
let epoch = 0;
/** Events of the shown channel while its messages are being loaded: the answer may be older than they are. */
let late = null;

function connect() {
  const mine = epoch += 1;
  socket?.close();
  const query = state.me ? `?as=${state.me}` : '';
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/page/live${query}`);
  socket.onmessage = (event) => { if (mine === epoch) hear(JSON.parse(event.data)); };
  socket.onclose = () => {
    if (mine !== epoch) return;
    document.body.dataset.live = 'false';
    drawStatus();
    setTimeout(() => { if (mine === epoch) connect(); }, 1000);
  };
}

function hear(event) {
  if (event.t === 'places') {
    const fresh = document.body.dataset.live !== 'true' || state.me !== event.places.me;
    state.places = event.places;
    state.me = event.places.me;
    document.body.dataset.live = 'true';
    drawPlaces();
    if (fresh || !known(state.here)) go(known(state.here) ? state.here : wanted() ?? first(), true);
  } else if (event.t === 'message') {
    if (event.channel === state.here) {
      late?.push(event);
      show(event.message);
      if (event.message.author.bot) $('typing').textContent = '';
    } else if (event.message.author.id !== state.me && !event.message.edited_timestamp) {
      unread(event.channel, event.message);
    }
  } else if (event.t === 'gone') {
    if (event.channel === state.here) {
      late?.push(event);
      remove(event.id);
    }
  } else if (event.t === 'bot') {
    state.places.connected = event.connected;
    drawStatus();
    loadCommands();
  } else if (event.t === 'typing' && event.channel === state.here) {
    typing();
  } else if (event.t === 'reload') {
    go(state.here, true);
  }
}

const known = (id) => Boolean(id) && (Boolean(state.channel(id)) || id === state.places.dm);
const first = () => state.places.guilds[0]?.channels[0]?.id ?? state.places.dm;
/** The channel named in the address: #games. */
const wanted = () => {
  const name = decodeURIComponent(location.hash.slice(1));
  return state.places.guilds.flatMap((g) => g.channels).find((c) => c.id === name || c.name === name)?.id;
};

let typingEnds;
function typing() {
  $('typing').textContent = `${state.user(state.places.bot)?.display} is typing…`;
  clearTimeout(typingEnds);
  typingEnds = setTimeout(() => { $('typing').textContent = ''; }, 10000);
}

function unread(channel, message) {
  const pings = message.mentions.some((u) => u.id === state.me) || message.mention_everyone || channel === state.places.dm;
  const before = state.unread.get(channel) ?? 0;
  state.unread.set(channel, before + (pings ? 1 : 0));
  if (channel === state.places.dm || state.channel(channel)) drawPlaces();
}

function drawStatus() {
  const live = document.body.dataset.live === 'true';
  document.body.dataset.bot = String(live && state.places.connected);
  const name = state.user(state.places.bot)?.display ?? 'The bot';
  $('status').textContent = live ? `${name} is ${state.places.connected ? 'online' : 'offline'}` : 'Connecting…';
}

function drawPlaces() {
  const link = (id, name, kind, label) => h('a', {
    href: `#${name}`, class: [kind, id === state.here && 'here', state.unread.has(id) && 'unread'].filter(Boolean).join(' '),
    'aria-current': id === state.here ? 'page' : undefined, data: { channel: name, channelId: id ?? '' },
    onclick: (event) => { event.preventDefault(); id ? go(id) : openDm(); },
  }, label, state.unread.get(id) > 0 && h('span', { class: 'badge', 'aria-label': `${state.unread.get(id)} mentions` }, String(state.unread.get(id))));
  const list = [];
  for (const guild of state.places.guilds) {
    list.push(h('h2', {}, guild.name));
    for (const channel of guild.channels.filter((c) => !c.thread)) {
      list.push(link(channel.id, channel.name, 'channel', [h('span', { 'aria-hidden': 'true' }, '#'), ` ${channel.name}`]));
      for (const thread of guild.channels.filter((c) => c.parent === channel.id)) {
        list.push(link(thread.id, thread.name, 'thread', [h('span', { 'aria-hidden': 'true' }, '└ '), thread.name]));
      }
    }
  }
  const bot = state.user(state.places.bot);
  list.push(h('h2', {}, 'Direct messages'));
  list.push(link(state.places.dm, bot?.display ?? 'bot', 'dm', [avatar(bot), bot?.display]));
  $('channels').replaceChildren(...list);

  const people = state.places.users.filter((u) => !u.bot);
  $('viewer').replaceChildren(...people.map((u) => h('option', { value: u.id, selected: u.id === state.me, data: { user: u.name } }, u.display)));
  $('my-avatar').replaceWith(Object.assign(avatar(state.user(state.me)), { id: 'my-avatar' }));
  drawStatus();
}

async function openDm() {
  try {
    const { channel } = await act('dm', { user: state.me });
    state.places.dm = channel;
    go(channel);
  } catch (error) { toast(error.message); }
}

/** Shows a channel. */
export async function go(id, again = false) {
  if (!id || (id === state.here && !again)) { closeMenu(); return; }
  if (id !== state.here) closeCommand();
  state.here = id;
  state.unread.delete(id);
  drawPlaces();
  closeMenu();
  const channel = state.channel(id);
  const name = channel?.name ?? state.user(state.places.bot)?.display;
  $('channel-name').textContent = `${channel ? (channel.thread ? '↳ ' : '# ') : '@ '}${name}`;
  $('topic').textContent = channel?.topic ?? '';
  $('composer').placeholder = `Message ${channel ? '#' : '@'}${name}`;
  document.title = `${channel ? '#' : '@'}${name} · Playground`;
  $('typing').textContent = '';
  loadCommands();
  const me = state.me;
  const heard = late = [];
  const messages = await look('messages', { as: me, channel: id });
  if (late !== heard) return;
  late = null;
  if (state.here !== id || state.me !== me) return;
  showAll(messages);
  heard.forEach(hear);
  greet(commandsHere, runNow);
}

let commandsHere = [];
async function loadCommands() {
  const [me, here] = [state.me, state.here];
  if (!me || !here) return;
  const commands = await look('commands', { as: me, channel: here });
  if (me !== state.me || here !== state.here) return;
  commandsHere = setCommands(commands);
  greet(commandsHere, runNow);
}

$('viewer').addEventListener('change', () => {
  closeCommand();
  state.me = $('viewer').value;
  state.unread.clear();
  sessionStorage.setItem('me', state.me);
  document.body.dataset.live = 'false';
  $('messages').replaceChildren();
  // A private conversation is somebody else's now.
  if (!state.channel(state.here)) state.here = null;
  connect();
});

function closeMenu() {
  document.body.classList.remove('menu-open');
  $('menu').setAttribute('aria-expanded', 'false');
}
$('menu').addEventListener('click', () => {
  const open = document.body.classList.toggle('menu-open');
  $('menu').setAttribute('aria-expanded', String(open));
  if (open) $('channels').querySelector('a')?.focus();
});
$('scrim').addEventListener('click', closeMenu);
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') closeMenu(); });

state.me = sessionStorage.getItem('me');
connect();
