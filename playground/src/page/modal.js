// Modals the bot opens, and pictures at full size.

import { $, act, h } from './dom.js';

/** Shows a modal; `run` is told of the interaction its sending leads to. */
export function showModal(interaction, modal, user, run) {
  const dialog = $('modal');
  const inputs = modal.components.flatMap((row) => row.components);
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const field = (input) => {
    const id = `input-${input.custom_id}`;
    const attributes = {
      id, name: input.custom_id, placeholder: input.placeholder, required: input.required !== false,
      minlength: input.min_length, maxlength: input.max_length ?? 4000, data: { input: input.label },
    };
    const control = input.style === 2 ? h('textarea', { ...attributes, rows: 4 }) : h('input', { ...attributes, type: 'text', autocomplete: 'off' });
    control.value = input.value ?? '';
    const star = input.required !== false && h('span', { class: 'star', 'aria-hidden': 'true' }, ' *');
    return h('p', {}, h('label', { for: id }, input.label, star), control);
  };
  const form = h('form', { novalidate: true },
    h('h3', { id: 'modal-title' }, modal.title),
    inputs.map(field), trouble,
    h('p', { class: 'choices' },
      h('button', { type: 'button', class: 'secondary', onclick: () => dialog.close() }, 'Cancel'),
      h('button', { type: 'submit', class: 'primary', id: 'modal-submit' }, 'Submit')));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const options = Object.fromEntries(new FormData(form));
    const button = form.querySelector('[type=submit]');
    button.disabled = true;
    trouble.textContent = '';
    try {
      const answer = await act('modal', { user, interaction, options });
      if (answer.status === 'failed') throw new Error('Something went wrong. Try again.');
      dialog.close();
      run(answer);
    } catch (error) {
      trouble.textContent = error.message;
      button.disabled = false;
    }
  });
  // Enter in a line sends; in a box of several lines Ctrl+Enter does.
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
  form.querySelector('input, textarea')?.focus();
}

/** Shows a picture at its full size, with its alternative text. */
export function showPicture(url, description) {
  const dialog = $('lightbox');
  dialog.replaceChildren(
    h('img', { src: url, alt: description ?? '' }),
    description && h('p', {}, description),
    h('p', {}, h('a', { href: url, target: '_blank', rel: 'noopener' }, 'Open original')));
  dialog.showModal();
}

for (const id of ['lightbox', 'modal']) {
  // A click beside the dialog closes it.
  $(id).addEventListener('click', (event) => { if (event.target === $(id)) $(id).close(); });
}
