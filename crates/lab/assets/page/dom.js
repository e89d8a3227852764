// Elements by a short word. Text goes in as text and never as markup: a name may be anything.

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

let numbered = 0;

/** A list to choose from, with its label. */
function choice(label, options, chosen, changed) {
  numbered += 1;
  const id = `choice-${numbered}`;
  const entries = options.map(([value, words]) => make('option', { value, selected: value === chosen }, words));
  const select = make('select', { id, onchange: () => changed(options[select.selectedIndex][0]) }, ...entries);
  return make('span', { class: 'choice' }, make('label', { for: id }, label), select);
}

/** A button that is on or off. */
function toggle(words, on, changed) {
  const button = make('button', {
    type: 'button',
    class: 'toggle',
    'aria-pressed': String(on),
    onclick: () => {
      const next = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(next));
      changed(next);
    },
  }, words);
  return button;
}

function table(caption, heads, rows) {
  const head = (words, place) => make('th', { scope: 'col', class: place > 0 ? 'number' : null }, words);
  const cell = (value, place) => make(place > 0 ? 'td' : 'th', {
    scope: place > 0 ? null : 'row', class: place > 0 ? 'number' : null,
  }, value);
  return make('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': caption },
    make('table', {},
      make('caption', { class: 'unseen' }, caption),
      make('thead', {}, make('tr', {}, ...heads.map(head))),
      make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map(cell))))));
}

/** Hands a file to the reader. */
function save(name, type, content) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** RFC 4180. */
function csv(heads, rows) {
  // A cell that begins like a formula would be one to a spreadsheet.
  const harmless = (text) => (/^[=+@\t\r-]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text);
  const quoted = (value) => {
    const text = harmless(String(value ?? ''));
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [heads, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}
