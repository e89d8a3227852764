// Benchmarks that a metric of a few trials decides: every trial as a dot, and the words for what is no time.

/** The metric that decides; nothing where time does. */
function decidingOf(view) {
  return view.section.decides === null ? undefined : view.section.measures[view.section.decides];
}

/** A value of a measure: what is counted is written as a count. */
function measured(value, measure, bare = false) {
  if (measure.prefixed) return amount(value, measure.unit, true);
  const unit = value === 1 ? measure.one : measure.unit;
  return `${Number.isInteger(value) ? value : significant(value, 3)} ${bare ? '' : unit}`.trim();
}

/** From the worst to the best of some trials; nothing where all are the same. */
function worstToBest(measure, [, least, most], bare = false) {
  if (least === most) return '';
  const [worst, best] = (measure.less_is_better ? [most, least] : [least, most]).map((value) => measured(value, measure, bare).split(' '));
  // Where both bear one unit, it is written once.
  return `${(worst[1] === best[1] ? [worst[0]] : worst).join(' ')} to ${best.join(' ')}`;
}

function better(measure) {
  return measure.less_is_better ? 'Less is better.' : 'More is better.';
}

const dots = {
  measure: (view) => view.section.measures[view.outcome],
  of: (view) => (panel, row) => row.trials[view.outcome],
  name: (view) => `trials-${dots.measure(view).name}`,
  title: (view) => `${sentence(dots.measure(view).title)}, trial by trial, at ${here(view)}`,
  note: (view) => (rowsWith(view, dots.of(view)).length === 0
    ? 'Nobody shown told it here.' : `A dot is a trial, the tick is the median. ${better(dots.measure(view))}`),
  height: (wide, view) => rowsHeight(view, dots.of(view)),
  words: (view, { row, value: [trials, average] }) => {
    const [measure, values] = [dots.measure(view), row.values[view.outcome]];
    const [worst, best] = measure.less_is_better ? [values[2], values[1]] : [values[1], values[2]];
    return [['average', average], ['worst', worst], ['median', values[0]], ['best', best]]
      .map(([name, number]) => [name, measured(number, measure)]).concat([['trials', String(trials.length)]]);
  },
  table: (view) => [['implementation', 'average', 'worst', 'median', 'best', 'trials'], rowsWith(view, dots.of(view))
    .map((one) => [one.implementation.name, ...dots.words(view, one).map(([, words]) => words)])],
  csv: (view) => [['benchmark', 'at', 'implementation', 'metric', 'unit', 'trial', 'value'], rowsWith(view, dots.of(view))
    .flatMap(({ implementation, value: [trials] }) => trials.map((value, at) => [view.section.name, here(view), implementation.name, dots.measure(view).name, dots.measure(view).unit, at + 1, value]))],

  option(view, wide) {
    const rows = rowsWith(view, this.of(view));
    const measure = this.measure(view);
    // What is drawn stays on the page until it is drawn anew: it asks no more what is chosen by then.
    const { outcome } = view;
    const all = rows.flatMap(({ value: [trials] }) => trials);
    const words = (one) => this.words(view, one).map(([name, told]) => [one.implementation, `${name} ${told}`]);
    return {
      ...base(),
      grid: { left: 8, right: 24, top: 10, bottom: 30, containLabel: true },
      tooltip: { ...base().tooltip, formatter: ({ dataIndex }) => (rows[dataIndex] ? tip(here(view), words(rows[dataIndex])) : '') },
      xAxis: valueAxis(all, false, (value) => (measure.prefixed ? short(value, measure.unit, true) : short(value, '', false)), {
        min: Math.min(0, ...all), splitNumber: wide < SMALL ? 3 : 6,
      }),
      yAxis: nameAxis(rows.map(({ implementation }) => implementation.name), wide),
      series: [{
        type: 'custom',
        encode: { x: 0, y: 1 },
        data: rows.map(({ row }, place) => [row.values[outcome][0], place]),
        renderItem: (params, api) => {
          const one = rows[params.dataIndex];
          return pile(api, one.value[0], one.row.values[outcome], params.dataIndex, one.implementation);
        },
      }],
    };
  },
};

/** Dots that would lie on each other go above and below the row in turn. */
function pile(api, trials, [median, least, most], place, implementation) {
  const fill = palette.colour(implementation);
  const [at, y] = api.coord([median, place]);
  const ends = [api.coord([least, place])[0], api.coord([most, place])[0]];
  let [first, stacked] = [-Infinity, 0];
  const dot = (x) => {
    [first, stacked] = x - first < 6 ? [first, stacked + 1] : [x, 0];
    const aside = (Math.ceil(stacked / 2) % 4) * 3 * (stacked % 2 === 0 ? 1 : -1);
    return { type: 'circle', shape: { cx: x, cy: y + aside, r: 3.5 }, style: { fill, opacity: 0.75 } };
  };
  const places = trials.map((value) => api.coord([value, place])[0]).sort((one, other) => one - other);
  return { type: 'group', children: [
    // Something to point at, all along the row.
    { type: 'rect', shape: { x: ends[0] - 8, y: y - 11, width: ends[1] - ends[0] + 16, height: 22 }, style: { fill: 'transparent' } },
    ...places.map(dot),
    { type: 'line', shape: { x1: at, y1: y - 10, x2: at, y2: y + 10 }, style: { stroke: palette.ink('ink'), lineWidth: 1.5 } }] };
}

/** What the ranking tells of each row, where trials decide: heads, and a row's cells. */
function trialColumns(view) {
  const told = view.section.measures.map((measure, at) => ({ measure, at }))
    .filter(({ at }) => view.panel().rows.some((row) => row.trials[at]));
  // The median of what decides; of the others the average is enough.
  const decides = ({ at }) => at === view.section.decides;
  const cells = (row) => told.flatMap((one) => {
    const { measure, at } = one;
    const [trials, values] = [row.trials[at], row.values[at]];
    if (!trials) return decides(one) ? ['', ''] : [''];
    const ends = worstToBest(measure, values, true);
    const average = `${measured(trials[1], measure, true)}${ends && ` (${ends})`}`;
    return decides(one) ? [measured(values[0], measure, true), average] : [average];
  });
  return {
    heads: ['of best', '99 %', ...told.flatMap((one) => [...(decides(one) ? [`${one.measure.title}, median`] : []), `${one.measure.title}, average (worst to best)`])],
    cells: (row) => [row.to_best ? `${row.to_best[0].toFixed(2)}x` : '', ...cells(row)],
  };
}
