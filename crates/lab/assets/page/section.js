// One benchmark: its answer, what the reader may choose, the charts and the ranking.

function section(sheet, of) {
  const view = new View(sheet, of);
  const charts = [];
  const place = make('div', { class: 'benchmark-body' });
  const refresh = () => {
    charts.forEach((chart) => chart.refresh());
    ranked.replaceChildren(ranking(view));
  };
  const ranked = make('div', {});
  const answer = make('div', { class: 'answers' });

  /** Sentences with their machine where there are several; folded away where they would keep the curves out of sight. */
  const listed = (heading, told, open = told.length < 4) => {
    const line = ([machine, text]) => make('li', {}, sheet.machines.length > 1 ? make('span', { class: 'where' }, sheet.machines[machine].name) : null, text);
    return told.length > 0 ? [make('details', { class: 'told', open }, make('summary', {}, heading), make('ul', {}, ...told.map(line)))] : [];
  };

  /** Machine code, folded away: one implementation below the other, each with its loops. */
  const code = () => {
    const shown = of.code.map(([machine, { name, about, loops }]) => make('details', { class: 'listing' },
      make('summary', {}, sheet.machines.length > 1 ? make('span', { class: 'where' }, sheet.machines[machine].name) : null, make('b', {}, name), ` ${about}`),
      ...loops.map((lines) => make('pre', { tabindex: '0' }, lines.join('\n')))));
    return shown.length > 0 ? [make('details', { class: 'told' }, make('summary', {}, 'Machine code of the innermost loops'), ...shown)] : [];
  };

  const answers = () => {
    const line = ([machine, text]) => make('p', { class: text.length > 140 ? 'answer long' : 'answer' }, sheet.machines.length > 1 ? make('span', { class: 'where' }, sheet.machines[machine].name) : null, text);
    answer.replaceChildren(...of.answers.map(line), ...listed('Where the lead changes', of.leads.map((lead) => [lead.machine, lead.text])), ...listed('Which to use', of.uses), ...listed(of.cause, of.effects, true), ...[...of.revised, ...of.unmeasured].map(([machine, text]) => make('p', { class: 'quiet' }, sheet.machines.length > 1 ? make('span', { class: 'where' }, sheet.machines[machine].name) : null, text)), ...code());
  };

  const build = () => {
    charts.forEach((chart) => chart.end());
    charts.length = 0;
    place.replaceChildren(controls(view, refresh, build), ...chartsOf(view, charts, refresh), make('h3', {}, 'Ranking'), ranked);
    refresh();
  };
  answers();
  const root = make('section', { class: 'benchmark', id: of.slug, 'aria-labelledby': `${of.slug}-name` },
    make('h2', { id: `${of.slug}-name` }, of.name), of.question ? make('p', { class: 'question' }, of.question) : null, answer, place);
  // Where nothing was measured there is nothing to be drawn.
  const some = of.panels.length > 0;
  root.build = some ? build : () => {};
  root.refresh = some ? refresh : () => {};
  return root;
}

/** Machine, parameters, sizes, baseline and implementations: they hold for all charts of the benchmark. */
function controls(view, refresh, build) {
  const { section: of, sheet } = view;
  const change = (how) => (value) => {
    how(value);
    refresh();
  };
  const rebuild = (how) => (value) => {
    how(value);
    view.settle();
    build();
  };
  const sizes = view.panels().map((panel) => [panel.size, panel.label]);
  const line = [];
  if (view.machines().length > 1) {
    line.push(choice('Machine', view.machines().map((machine) => [machine, sheet.machines[machine].name]), view.machine, rebuild((value) => {
      view.machine = value;
    })));
  }
  if (view.paramSets().length > 1) {
    line.push(choice('Parameters', view.paramSets().map((params) => [params, params || 'none']), view.params, rebuild((value) => {
      view.params = value;
    })));
  }
  if (sizes.length > 1) line.push(choice('At size', sizes, view.size, change((value) => { view.size = value; })));
  line.push(choice('Baseline', of.implementations.map((one, at) => [at, one.name]), view.baseline, change((value) => { view.baseline = value; })));
  if (sizes.length > 2) {
    line.push(choice('Sizes from', sizes, view.from, change((value) => { view.from = value; if (view.to < value) view.to = value; })));
    line.push(choice('to', sizes, view.to, change((value) => { view.to = value; if (view.from > value) view.from = value; })));
  }
  return make('div', { class: 'controls' }, make('div', { class: 'choices' }, ...line), implementationsOf(view, refresh));
}

function implementationsOf(view, refresh) {
  const { implementations } = view.section;
  const chips = implementations.map((one, at) => {
    const chip = toggle(palette.swatch(one), view.shown.has(at), (on) => {
      if (on) view.shown.add(at);
      else view.shown.delete(at);
      refresh();
    });
    chip.append(one.name);
    chip.classList.add('chip');
    return chip;
  });
  const all = (of) => {
    view.shown = new Set(of);
    chips.forEach((chip, at) => chip.setAttribute('aria-pressed', String(view.shown.has(at))));
    refresh();
  };
  const press = (words, of) => make('button', { type: 'button', class: 'save', onclick: () => all(of()) }, words);
  const find = implementations.length > 12 ? make('input', {
    type: 'search', placeholder: 'find', 'aria-label': 'Find implementations',
    oninput: ({ target }) => chips.forEach((chip) => { chip.hidden = !chip.textContent.includes(target.value.trim()); }),
  }) : null;
  const everybody = () => implementations.map((_, at) => at);
  return make('div', { class: 'implementations', role: 'group', 'aria-label': 'Implementations that are shown' }, ...chips,
    find, press('all', everybody), press('none', () => []), implementations.length > 10 ? press('the fastest', () => view.firstShown()) : null);
}

function chartsOf(view, charts, refresh) {
  const { section: of } = view;
  const drawn = (figure, ...more) => {
    const chart = new Chart(view, figure, ...more);
    charts.push(chart);
    return chart.root;
  };
  const change = (how) => (value) => {
    how(value);
    refresh();
  };
  const found = [];
  const outcomes = () => choice('Show', of.measures.map((measure, at) => [at, measure.name]), view.outcome, change((value) => { view.outcome = value; }));
  if (decidingOf(view)) found.push(drawn(dots, ...(of.measures.length > 1 ? [outcomes()] : [])));
  if (view.sizes().length > 1) {
    const measures = measuresOf(view).map((measure, at) => [at, at < of.measures.length ? measure.title : `${decidingOf(view)?.name ?? 'speed'} beside the baseline`]);
    found.push(drawn(overSizes, choice('Show', measures, view.measure, change((value) => { view.measure = value; })),
      toggle('log sizes', view.logX, change((on) => { view.logX = on; })), toggle('log values', view.logY, change((on) => { view.logY = on; }))));
  }
  found.push(drawn(speedUps));
  if (decidingOf(view)) return [make('div', { class: 'charts' }, ...found)];
  found.push(drawn(spreads, toggle('log times', view.logTimes, change((on) => { view.logTimes = on; })), toggle('density', view.hills, change((on) => { view.hills = on; }))));
  if (of.metrics.length > 0) {
    found.push(drawn(taken, choice('Show', of.metrics.map((metric, at) => [at, metric.title]), view.metric, change((value) => { view.metric = value; }))));
  }
  found.push(drawn(courses));
  return [make('div', { class: 'charts' }, ...found)];
}
