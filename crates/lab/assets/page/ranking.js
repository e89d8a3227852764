// The ranking at the chosen size: who is how far behind, how sure that is, and every doubt beside its number.

function between(values) {
  const digits = Math.max(2, Math.min(4, Math.ceil(-Math.log10((values[2] - values[1]) / 2 || 1))));
  return `${values[1].toFixed(digits)} to ${values[2].toFixed(digits)}`;
}

/** What the ranking tells of each row: heads, and a row's cells. */
function timeColumns(view) {
  const { measures } = view.section;
  const two = measures.slice(0, 3).filter((measure) => measure.name !== 'call');
  const value = (row, measure, at) => (row.values[at] ? amount(row.values[at][0], measure.prefixed ? measure.unit : '', measure.prefixed) : '');
  return {
    heads: ['relative', '99 %', 'call', ...two.map((measure) => measure.title)],
    cells: (row) => [row.to_best ? `${row.to_best[0].toFixed(2)}x` : '', row.times ? amount(row.times[2] * 1e-9, 's', true) : '',
      ...two.map((measure) => value(row, measure, measures.indexOf(measure)))],
  };
}

function ranking(view) {
  const panel = view.panel();
  if (!panel) return make('p', {}, 'Nothing was measured.');
  const { section } = view;
  const columns = decidingOf(view) ? trialColumns(view) : timeColumns(view);
  const heads = ['implementation', ...columns.heads, 'verdict beside the baseline'];
  const line = (row) => {
    const implementation = section.implementations[row.implementation];
    const marks = row.doubts.map((place) => make('sup', {}, ` ${place + 1}`));
    const [toBest, ...more] = columns.cells(row);
    const cells = [toBest, row.to_best && !row.fastest ? between(row.to_best) : row.fastest ? 'best' : '', ...more];
    return make('tr', { class: row.fastest ? 'best' : null },
      make('th', { scope: 'row' }, palette.swatch(implementation), implementation.name, ...marks,
        implementation.command ? make('code', { class: 'command' }, implementation.command) : null),
      ...cells.map((text) => make('td', { class: 'number' }, text)),
      make('td', { class: `verdict ${row.tone}` }, row.verdict));
  };
  const doubts = panel.doubts.map((text, place) => make('li', { value: place < panel.numbered ? place + 1 : null, class: place < panel.numbered ? 'numbered' : 'general' }, text));
  return make('div', {},
    make('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': `Ranking of ${section.name} at ${panel.title}` },
      make('table', { class: 'ranking' },
        make('caption', {}, `At ${panel.title}`),
        make('thead', {}, make('tr', {}, ...heads.map((words, place) => make('th', { scope: 'col', class: place > 0 && place < heads.length - 1 ? 'number' : null }, words)))),
        make('tbody', {}, ...panel.rows.map(line)))),
    ...panel.footer.map((text) => make('p', { class: 'note' }, text)),
    doubts.length > 0 ? make('ul', { class: 'doubts', 'aria-label': 'Doubts' }, ...doubts) : null);
}
