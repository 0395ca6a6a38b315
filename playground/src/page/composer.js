// The message box: plain messages, and commands with their options and suggestions.

import { $, act, h, toast } from './dom.js';
import { finish, notice } from './messages.js';
import { state } from './app.js';

const box = $('composer');
const popup = $('popup');
const form = $('command');
const SUB = 1; const GROUP = 2;
/** What an empty field says. */
function hint(option) {
  if (option.choices?.length || [5, 6, 7, 8, 9].includes(option.type)) return 'Choose…';
  if (option.type !== 4 && option.type !== 10) return 'Type…';
  const { min_value: least, max_value: most } = option;
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  return least !== undefined ? `${least} or more` : 'Number';
}

/** Every command that can be run here, one entry a subcommand: {path, description, options}. */
let commands = [];
/** The command being filled in. */
let current = null;
/** What the popup offers: {entries: [{label, detail, pick}], at}. */
let offer = null;

/** Takes the commands that can be used here as Discord describes them; answers with one entry a command that can be run. */
export function setCommands(list) {
  const flat = (command, path, out) => {
    const branches = (command.options ?? []).filter((o) => o.type === SUB || o.type === GROUP);
    if (!branches.length) out.push({ path, description: command.description, options: command.options ?? [] });
    branches.forEach((b) => flat(b, `${path} ${b.name}`, out));
    return out;
  };
  commands = list.flatMap((c) => flat(c, c.name, [])).sort((a, b) => a.path.localeCompare(b.path));
  if (current && !commands.some((c) => c.path === current.path)) closeCommand();
  else if (!current) suggestCommands();
  return commands;
}

// The popup.

function close() {
  offer = null;
  popup.hidden = true;
  for (const input of [box, ...form.querySelectorAll('input')]) {
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }
}

function open(title, entries, owner, at = 0) {
  if (!entries.length && !title) { close(); return; }
  offer = { entries, at: Math.min(at, entries.length - 1), owner };
  popup.replaceChildren(
    title ? h('p', { class: 'title' }, title) : '',
    ...entries.map((e, i) => h('div', {
      id: `offer-${i}`, role: 'option', class: 'offer', data: { value: e.value ?? e.label },
      onmousedown: (event) => event.preventDefault(), onclick: () => pick(i), onmousemove: () => mark(i),
    }, h('b', {}, e.label), e.detail && h('small', {}, e.detail))));
  popup.hidden = false;
  owner.setAttribute('aria-expanded', 'true');
  mark(offer.at);
}

function mark(at) {
  if (!offer) return;
  offer.at = at;
  popup.querySelectorAll('.offer').forEach((e, i) => e.setAttribute('aria-selected', String(i === at)));
  popup.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  if (at >= 0) offer.owner.setAttribute('aria-activedescendant', `offer-${at}`);
}

function pick(at) {
  const entry = offer?.entries[at];
  if (!entry) return;
  close();
  entry.pick();
}

/** Keys that the popup takes. Says whether it did. */
function popupKey(event) {
  if (!offer?.entries.length) {
    if (event.key === 'Escape' && offer) { close(); return true; }
    return false;
  }
  const n = offer.entries.length;
  if (event.key === 'ArrowDown') mark((offer.at + 1) % n);
  else if (event.key === 'ArrowUp') mark((Math.max(offer.at, 0) + n - 1) % n);
  else if (offer.at < 0 && event.key !== 'Escape') return false;
  else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) pick(offer.at);
  else if (event.key === 'Escape') close();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

// Plain messages, and the list of commands.

function grow() {
  box.style.height = 'auto';
  box.style.height = `${Math.min(box.scrollHeight, 200)}px`;
}

function suggestCommands() {
  const text = box.value;
  if (!text.startsWith('/') || text.includes('\n') || document.activeElement !== box) { if (!current) close(); return; }
  const typed = text.slice(1).toLowerCase();
  const exact = commands.find((c) => typed.startsWith(`${c.path} `));
  if (exact) { start(exact, text.slice(exact.path.length + 2)); return; }
  const words = typed.trim().split(/\s+/);
  const rank = (c) => (c.path.startsWith(typed.trim()) ? 0 : c.path.split(' ').some((p) => p.startsWith(words[0])) ? 1 : 2);
  const hits = commands.filter((c) => words.every((w) => c.path.includes(w))).sort((a, b) => rank(a) - rank(b));
  const entry = (c) => ({ label: `/${c.path}`, value: c.path, detail: c.description, pick: () => start(c) });
  // Enter takes the first one only if a word of it begins as typed.
  open(hits.length ? '' : 'No command fits', hits.map(entry), box, hits.length && rank(hits[0]) < 2 ? 0 : -1);
}

box.addEventListener('input', () => { grow(); suggestCommands(); });
box.addEventListener('blur', () => setTimeout(() => { if (!current) close(); }, 150));
box.addEventListener('focus', suggestCommands);
box.addEventListener('keydown', (event) => {
  if (popupKey(event)) return;
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) { event.preventDefault(); send(); }
});
$('send').addEventListener('click', () => (current ? run() : send()));

async function send() {
  const text = box.value.trim();
  if (!text) return;
  const command = commands.find((c) => `/${c.path}` === text);
  if (command) { start(command); if (!command.options.length) run(); return; }
  if (text.startsWith('/')) {
    const elsewhere = state.guild() ? '' : ' Games are opened in a channel of a server.';
    toast(`There is no command ${text.split(' ', 3).join(' ')} here.${elsewhere}`);
    return;
  }
  box.value = '';
  grow();
  close();
  try {
    await act('say', { user: state.me, channel: state.here, text });
  } catch (error) { box.value = text; grow(); toast(error.message); }
}

/** Uses a command that asks for nothing. */
export function runNow(command) {
  start({ ...command, options: [] });
  run();
}

// A command being filled in.

export function closeCommand() {
  current = null;
  form.hidden = true;
  form.replaceChildren();
  box.hidden = false;
  close();
}

function start(command, rest = '') {
  current = { ...command, shown: new Set(command.options.filter((o) => o.required).map((o) => o.name)), values: {} };
  box.value = '';
  grow();
  const left = spread(rest);
  const firstOpen = command.options.find((o) => !current.values[o.name]);
  if (left && !firstOpen) toast(`/${command.path} takes ${command.options.length ? 'nothing more' : 'no options'}; “${left}” is left out.`);
  if (left && firstOpen) {
    current.values[firstOpen.name] = { text: left };
    current.shown.add(firstOpen.name);
  }
  draw();
  box.hidden = true;
  form.hidden = false;
  focusNext();
}

/** Puts each `name:text` of a line into the option of that name. Answers with the text before the first of them. */
function spread(line) {
  const names = current.options.map((o) => o.name.replace(/[^\w-]/g, '')).join('|');
  const parts = names ? line.split(new RegExp(`(?:^|\\s+)(${names}):`)) : [line];
  for (let at = 1; at < parts.length; at += 2) {
    current.values[parts[at]] = { text: parts[at + 1].trim() };
    current.shown.add(parts[at]);
  }
  return parts[0].trim();
}

/** Starts the option whose name was typed inside the field of another one: `Duel battalion:`. Says whether it did. */
function hop(option, input) {
  const names = current.options.map((o) => o.name);
  const typed = [...input.value.matchAll(/(?:^|\s)([\w-]+):/g)].map((m) => m[1]).filter((name) => names.includes(name));
  if (!typed.length) return false;
  const own = spread(input.value);
  if (own || !typed.includes(option.name)) current.values[option.name] = { text: own };
  draw();
  const last = form.querySelector(`[data-option="${typed.at(-1)}"]`);
  last.focus();
  last.setSelectionRange?.(last.value.length, last.value.length);
  return true;
}

/** Goes to the first option that still wants something. */
function focusNext() {
  const inputs = [...form.querySelectorAll('[data-option]')];
  const empty = inputs.find((i) => i.dataset.required === 'true' && !i.value);
  (empty ?? inputs.at(-1) ?? $('more') ?? $('run'))?.focus();
}

function addOption(option, text) {
  current.shown.add(option.name);
  if (text) current.values[option.name] = { text };
  draw();
  form.querySelector(`[data-option="${option.name}"]`).focus();
}

/** What was typed where no option was chosen yet goes into the first that takes text, so that nothing typed is dropped. Says whether there was any. */
function adopt() {
  const typed = $('more')?.value.trim();
  const hidden = current.options.filter((o) => !current.shown.has(o.name) && o.type !== 11);
  if (!typed || !hidden.length) return false;
  const named = hidden.find((o) => o.name === typed.toLowerCase().replace(/:$/, ''));
  addOption(named ?? hidden[0], named ? undefined : typed);
  return true;
}

/** Where to type the name of a further option: a list to choose from, or `name:`. */
function more(hidden) {
  const input = h('input', { id: 'more', type: 'text', size: 8, autocomplete: 'off', spellcheck: 'false', role: 'combobox', 'aria-label': 'Further options', 'aria-controls': 'popup', 'aria-expanded': 'false' });
  const list = () => {
    const typed = input.value.trim().toLowerCase();
    const named = hidden.find((o) => typed === `${o.name}:`);
    if (named) { addOption(named); return; }
    const hits = hidden.filter((o) => o.name.startsWith(typed));
    // What is not the name of an option is what one of them is to be.
    const values = hits.length ? [] : hidden.filter((o) => o.type !== 11);
    const entries = [
      ...hits.map((o) => ({ label: o.name, detail: o.description, pick: () => addOption(o) })),
      ...values.map((o) => ({ label: `${o.name}: ${input.value.trim()}`, detail: o.description, pick: () => addOption(o, input.value.trim()) })),
    ];
    open(entries.length ? 'Optional' : `There is no option ${typed}`, entries, input, typed ? 0 : -1);
  };
  input.addEventListener('input', list);
  input.addEventListener('focus', list);
  input.addEventListener('blur', () => setTimeout(() => { if (offer?.owner === input) close(); }, 150));
  input.addEventListener('keydown', (event) => {
    if (popupKey(event)) return;
    if (event.key === 'Escape') { closeCommand(); box.focus(); }
  });
  return input;
}

function draw() {
  const hidden = current.options.filter((o) => !current.shown.has(o.name));
  const add = (option) => h('button', {
    type: 'button', class: 'add', title: option.description, data: { addOption: option.name }, onclick: () => addOption(option),
  }, `+ ${option.name}`);
  form.replaceChildren(...[
    h('span', { class: 'path' }, `/${current.path}`),
    ...current.options.filter((o) => current.shown.has(o.name)).map(field),
    hidden.length && more(hidden),
    ...hidden.map(add),
    h('span', { class: 'spring' }),
    h('button', { type: 'button', class: 'plain', 'aria-label': 'Leave the command', onclick: () => { closeCommand(); box.focus(); } }, '✕'),
    h('button', { type: 'submit', class: 'primary', id: 'run' }, 'Run'),
  ].filter(Boolean));
}

function field(option) {
  const value = current.values[option.name];
  const id = `option-${option.name}`;
  const shared = { id, 'aria-label': `${option.name}: ${option.description}`, title: option.description, data: { option: option.name, required: String(option.required === true) } };
  let input;
  if (option.type === 11) {
    input = h('input', { ...shared, type: 'file', onchange: () => upload(option, input) });
  } else {
    input = h('input', { ...shared, type: 'text', autocomplete: 'off', spellcheck: 'false', role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': 'popup', 'aria-expanded': 'false', placeholder: hint(option), inputmode: option.type === 4 || option.type === 10 ? 'text' : undefined });
    input.value = value?.text ?? '';
    const changed = () => {
      if (hop(option, input)) return;
      current.values[option.name] = { text: input.value };
      size();
      suggest(option, input);
    };
    const size = () => { input.style.width = `${Math.min(Math.max(input.value.length, input.placeholder.length, 6) + 2, 42)}ch`; };
    size();
    input.addEventListener('input', changed);
    input.addEventListener('focus', () => suggest(option, input));
    input.addEventListener('blur', () => setTimeout(() => { if (offer?.owner === input) close(); }, 150));
    input.addEventListener('keydown', (event) => {
      if (popupKey(event)) return;
      if (event.key === 'Backspace' && !input.value && !option.required) {
        event.preventDefault();
        current.shown.delete(option.name);
        delete current.values[option.name];
        draw();
        focusNext();
      } else if (event.key === 'Escape') { closeCommand(); box.focus(); }
    });
  }
  return h('label', { class: 'option', for: id }, h('span', {}, option.name), input);
}

async function upload(option, input) {
  const [file] = input.files;
  delete current.values[option.name];
  if (!file) return;
  try {
    const response = await fetch(`/control/upload?name=${encodeURIComponent(file.name)}`, { method: 'POST', body: file, headers: { 'Content-Type': 'application/octet-stream' } });
    if (!response.ok) throw new Error('The file is too large.');
    current.values[option.name] = { text: file.name, value: (await response.json()).upload };
  } catch (error) { toast(error.message); }
}

/** What can stand in an option that has a list of its own. */
function fixed(option) {
  const guild = state.guild();
  const people = () => state.places.users.filter((u) => !guild || guild.members.includes(u.id)).map((u) => ({ name: u.display, value: u.id, detail: `@${u.name}` }));
  const roles = () => (guild?.roles ?? []).map((r) => ({ name: r.name, value: r.id, detail: 'role' }));
  if (option.choices?.length) return option.choices;
  switch (option.type) {
    case 5: return [{ name: 'True', value: 'true' }, { name: 'False', value: 'false' }];
    case 6: return people();
    case 7: return (guild?.channels ?? []).map((c) => ({ name: `#${c.name}`, value: c.id }));
    case 8: return roles();
    case 9: return [...people(), ...roles()];
    default: return null;
  }
}

const offers = (option, input, choices) => choices.map((c) => ({
  label: c.name, value: String(c.value), detail: c.detail,
  pick: () => {
    current.values[option.name] = { text: c.name, value: String(c.value) };
    input.value = c.name;
    input.dispatchEvent(new Event('resize'));
    input.style.width = `${Math.min(Math.max(c.name.length, 6) + 2, 42)}ch`;
    const missing = [...form.querySelectorAll('[data-option]')].find((i) => i.dataset.required === 'true' && !i.value);
    (missing ?? input).focus({ preventScroll: true });
    if (!missing) close();
  },
}));

let asking;
let asked = 0;
function suggest(option, input) {
  clearTimeout(asking);
  if (option.autocomplete) {
    if (current.values[option.name]?.value !== undefined) return;
    asking = setTimeout(() => complete(option, input), 250);
    return;
  }
  const all = fixed(option);
  if (!all) { open(option.description, [], input); return; }
  const typed = input.value.toLowerCase();
  const chosen = current.values[option.name]?.value !== undefined;
  const hits = chosen ? [] : all.filter((c) => `${c.name} ${c.detail ?? ''}`.toLowerCase().includes(typed)).slice(0, 25);
  if (chosen) close();
  else open(hits.length ? option.description : `No ${option.name} fits`, offers(option, input, hits), input);
}

async function complete(option, input) {
  const mine = asked += 1;
  const command = current;
  const others = filled();
  delete others[option.name];
  try {
    const answer = await act('autocomplete', { user: state.me, channel: state.here, path: command.path, option: option.name, text: input.value, options: others });
    if (mine !== asked || current !== command || document.activeElement !== input) return;
    if (answer.status === 'failed') open('Loading options failed', [], input);
    else open(answer.choices.length ? option.description : 'No options match your search', offers(option, input, answer.choices), input);
  } catch (error) {
    if (current === command) open(error.message, [], input);
  }
}

/** The choice that a text names: in full, or by a beginning that no other choice has. */
function named(option, text) {
  const typed = text.toLowerCase();
  const all = fixed(option) ?? [];
  const whole = all.find((c) => [c.name, c.detail, `#${c.name}`].some((n) => n?.toLowerCase() === typed));
  const begun = all.filter((c) => c.name.toLowerCase().startsWith(typed));
  return whole ?? (begun.length === 1 ? begun[0] : undefined);
}

/** The options as they go to the server. */
function filled() {
  const out = {};
  for (const option of current.options) {
    const value = current.values[option.name];
    if (!value || (value.value === undefined && !value.text)) continue;
    out[option.name] = String(value.value ?? named(option, value.text)?.value ?? value.text);
  }
  return out;
}

form.addEventListener('submit', (event) => { event.preventDefault(); run(); });

async function run() {
  if (!current) return;
  // It is looked at before it is sent.
  if (adopt()) return;
  const command = current;
  const options = filled();
  const missing = command.options.find((o) => o.required && options[o.name] === undefined);
  if (missing) {
    form.querySelector(`[data-option="${missing.name}"]`)?.focus();
    toast(`“${missing.name}” is required.`);
    return;
  }
  const user = state.me;
  closeCommand();
  box.focus();
  const line = notice(`Sending /${command.path}…`);
  const failed = (text) => { notice(text, 'failed'); };
  try {
    const answer = await act('slash', { user, channel: state.here, path: command.path, options });
    line.remove();
    if (answer.status === 'failed') failed('The application did not respond.');
    else finish(answer, user);
  } catch (error) {
    line.remove();
    failed(error.message);
    // What was typed is not lost.
    if (!current && !box.value) {
      start(command);
      current.values = command.values;
      Object.keys(command.values).forEach((name) => current.shown.add(name));
      draw();
      focusNext();
    }
  }
}
