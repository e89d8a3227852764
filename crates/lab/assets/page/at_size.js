// All shown implementations at one size: speed beside the baseline, how their times lie, what they take.

function rowsWith(view, of) {
  const panel = view.panel();
  return view.rows(panel).map((row) => ({ row, value: of(panel, row), implementation: view.section.implementations[row.implementation] }))
    .filter((one) => one.value !== null && one.value !== undefined);
}

function rowsHeight(view, of) {
  return Math.max(150, 84 + 26 * rowsWith(view, of).length);
}

function here(view) {
  return view.panel()?.title ?? '';
}

/** A line from `low` to `high` with two ends, in the middle of a row. */
function whisker(api, low, high, place, stroke) {
  const [from, y] = api.coord([low, place]);
  const [to] = api.coord([high, place]);
  const part = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth: 1.5 } });
  return { type: 'group', children: [part(from, y, to, y), part(from, y - 4, from, y + 4), part(to, y - 4, to, y + 4)] };
}

const speedUps = {
  of: (view) => (panel, row) => view.speedUp(panel, row),
  name: (view) => (decidingOf(view) ? 'beside' : 'speed-up'),
  title: (view) => `${decidingOf(view) ? sentence(decidingOf(view).name) : 'Speed'} beside ${view.section.implementations[view.baseline]?.name} at ${here(view)}`,
  better: (view) => (decidingOf(view) ? (decidingOf(view).less_is_better ? 'Further left is better' : 'Further right is better') : 'Further right is faster'),
  note: (view) => (view.baseline === view.runsBaseline()
    ? `${speedUps.better(view)}; the baseline is 1x. Whiskers are 99 % intervals.`
    : `${speedUps.better(view)}. Ratios of medians: intervals were judged beside the run’s own baseline only.`),
  unit: (view) => (decidingOf(view) ? `${decidingOf(view).name}, times the baseline’s` : 'times as fast'),
  height: (wide, view) => rowsHeight(view, speedUps.of(view)),
  table: (view) => [['implementation', speedUps.unit(view), '99 % interval'], rowsWith(view, speedUps.of(view))
    .map(({ implementation, value }) => [implementation.name, ratio(value[0]), value[1] < value[2] ? `${significant(value[1], 3)} to ${significant(value[2], 3)}` : ''])],
  csv: (view) => [['benchmark', 'at', 'baseline', 'implementation', speedUps.unit(view), 'low', 'high'], rowsWith(view, speedUps.of(view))
    .map(({ implementation, value }) => [view.section.name, here(view), view.section.implementations[view.baseline].name, implementation.name, ...value])],

  option(view, wide) {
    const rows = rowsWith(view, this.of(view));
    const values = rows.flatMap(({ value }) => value);
    const far = Math.max(1, ...values) > 20 * Math.min(1, ...rows.map(({ value }) => value[0]));
    const whiskers = rows.map(({ value }, place) => [value[1], value[2], place]).filter(([low, high]) => low < high);
    return {
      ...base(),
      grid: { left: 8, right: 64, top: 10, bottom: 30, containLabel: true },
      tooltip: { ...base().tooltip, formatter: ({ dataIndex }) => (rows[dataIndex] ? tip(here(view), [[rows[dataIndex].implementation, ratio(rows[dataIndex].value[0])]]) : '') },
      xAxis: valueAxis([...values, 1], far, (value) => short(value, 'x', false), { most: wide < SMALL ? 4 : 8 }),
      yAxis: nameAxis(rows.map(({ implementation }) => implementation.name), wide),
      series: [{
        type: 'custom',
        encode: { x: 0, y: 1 },
        data: rows.map(({ value }, place) => [value[0], place]),
        renderItem: (params, api) => {
          const [value, place] = [api.value(0), api.value(1)];
          // On a logarithmic axis a length means something only from the baseline.
          const [from] = api.coord([far ? 1 : 0, place]);
          const [to, y] = api.coord([value, place]);
          const fill = palette.colour(rows[place].implementation);
          const x = Math.min(from, to);
          const end = Math.max(to, from, rows[place].value[2] ? api.coord([rows[place].value[2], place])[0] : to);
          return { type: 'group', children: [
            { type: 'rect', shape: { x, y: y - 7, width: Math.max(1, Math.abs(to - from)), height: 14, r: 2 }, style: { fill } },
            { type: 'text', style: { x: end + 8, y, text: ratio(value), fill: palette.ink('ink'), stroke: palette.ink('ground'), lineWidth: 4, verticalAlign: 'middle', fontSize: 12 } },
          ] };
        },
        markLine: { silent: true, symbol: 'none', label: { show: false }, lineStyle: { color: palette.ink('ink'), type: 'solid', width: 1 }, data: [{ xAxis: 1 }] },
      }, {
        type: 'custom', silent: true, tooltip: { show: false }, encode: { x: [0, 1], y: 2 }, data: whiskers,
        renderItem: (params, api) => whisker(api, api.value(0), api.value(1), api.value(2), palette.ink('ink')),
      }],
    };
  },
};

const NAMES = ['p0', 'p25', 'p50', 'p75', 'p90', 'p99', 'p100'];

const spreads = {
  of: () => (panel, row) => row.times,
  name: (view) => (view.hills ? 'density' : 'strips'),
  title: (view) => `How the times of a call lie at ${here(view)}`,
  note: (view) => (view.hills
    ? 'Where samples gather, from their 1st to their 99th percentile; each hill is as high as its row.'
    : 'A tick is the median, the thick line the middle half, the thin one reaches to p90; dots are p0, p99 and p100.'),
  height: (wide, view) => rowsHeight(view, spreads.of()),
  table: (view) => [['implementation', ...NAMES, 'samples'], rowsWith(view, spreads.of())
    .map(({ implementation, value, row }) => [implementation.name, ...value.map((ns) => amount(ns * 1e-9, 's', true)), String(row.samples)])],
  csv: (view) => [['benchmark', 'at', 'implementation', ...NAMES.map((name) => `${name} (ns)`), 'samples'], rowsWith(view, spreads.of())
    .map(({ implementation, value, row }) => [view.section.name, here(view), implementation.name, ...value, row.samples])],

  option(view, wide) {
    const rows = rowsWith(view, this.of());
    const span = ({ row }) => (view.hills && row.heap ? [row.heap.low_ns, row.heap.high_ns] : [row.times[0], row.times[6]]);
    const all = rows.flatMap(span).map((ns) => ns * 1e-9);
    const words = (one) => NAMES.map((name, index) => [one.implementation, `${name} ${amount(one.value[index] * 1e-9, 's', true)}`]);
    return {
      ...base(),
      grid: { left: 8, right: 20, top: 10, bottom: 30, containLabel: true },
      tooltip: { ...base().tooltip, formatter: ({ dataIndex }) => (rows[dataIndex] ? tip(here(view), words(rows[dataIndex])) : '') },
      xAxis: valueAxis(all, view.logTimes, (value) => short(value, 's', true), { most: wide < SMALL ? 4 : 8 }),
      yAxis: nameAxis(rows.map(({ implementation }) => implementation.name), wide),
      series: [{
        type: 'custom',
        encode: { x: 0, y: 1 },
        clip: true,
        data: rows.map(({ value }, place) => [value[2] * 1e-9, place]),
        renderItem: (params, api) => {
          const one = rows[params.dataIndex];
          return view.hills ? hill(api, one.row.heap, params.dataIndex, one.implementation) : strip(api, one.value, params.dataIndex, one.implementation);
        },
      }],
    };
  },
};

function strip(api, times, place, implementation) {
  const fill = palette.colour(implementation);
  // A clock that is too coarse says 0, which has no place on a logarithmic axis.
  const [p0, p25, p50, p75, p90, p99, p100] = times.map((ns) => api.coord([Math.max(ns, 1e-3) * 1e-9, place])[0]);
  const [, y] = api.coord([times[2] * 1e-9, place]);
  const dot = (cx) => ({ type: 'circle', shape: { cx, cy: y, r: 2.5 }, style: { fill } });
  return { type: 'group', children: [
    // Something to point at, all along the row.
    { type: 'rect', shape: { x: p0 - 6, y: y - 11, width: p100 - p0 + 12, height: 22 }, style: { fill: 'transparent' } },
    { type: 'line', shape: { x1: p0, y1: y, x2: p90, y2: y }, style: { stroke: fill, lineWidth: 1.5 } },
    { type: 'rect', shape: { x: p25, y: y - 7, width: Math.max(1, p75 - p25), height: 14, r: 2 }, style: { fill } },
    { type: 'line', shape: { x1: p50, y1: y - 10, x2: p50, y2: y + 10 }, style: { stroke: palette.ink('ink'), lineWidth: 1.5 } },
    dot(p0), dot(p99), dot(p100)] };
}

function hill(api, heap, place, implementation) {
  if (!heap) return { type: 'group', children: [] };
  const fill = palette.colour(implementation);
  const last = heap.heights.length - 1;
  const at = (index) => api.coord([heap.low_ns * (heap.high_ns / heap.low_ns) ** (index / last) * 1e-9, place]);
  const foot = at(0)[1] + 11;
  const top = heap.heights.map((height, index) => [at(index)[0], foot - (height / 1000) * 22]);
  const points = [[at(0)[0], foot], ...top, [at(last)[0], foot]];
  return { type: 'polygon', shape: { points }, style: { fill, fillOpacity: 0.35, stroke: fill, lineWidth: 1.5 } };
}

const taken = {
  metric: (view) => view.section.metrics[view.metric],
  of: (view) => (panel, row) => row.resources[view.metric],
  name: (view) => `resources-${taken.metric(view)?.name}`,
  title: (view) => `${sentence(taken.metric(view)?.title ?? 'resources')}, at ${here(view)}`,
  note: (view) => (rowsWith(view, taken.of(view)).length === 0
    ? 'Nobody shown was counted at this size: choose another.' : 'Shorter is less. Counted in a pass of its own, after timing.'),
  height: (wide, view) => rowsHeight(view, taken.of(view)),
  shown: (view, value) => amount(value * taken.metric(view).factor, taken.metric(view).unit, true),
  table: (view) => [['implementation', taken.metric(view).title], rowsWith(view, taken.of(view)).map(({ implementation, value }) => [implementation.name, taken.shown(view, value)])],
  csv: (view) => [['benchmark', 'at', 'implementation', taken.metric(view).name], rowsWith(view, taken.of(view)).map(({ implementation, value }) => [view.section.name, here(view), implementation.name, value])],

  option(view, wide) {
    const rows = rowsWith(view, this.of(view));
    const { factor, unit } = this.metric(view);
    return {
      ...base(),
      grid: { left: 8, right: 84, top: 10, bottom: 30, containLabel: true },
      tooltip: { ...base().tooltip, formatter: ({ dataIndex }) => tip(here(view), [[rows[dataIndex].implementation, this.shown(view, rows[dataIndex].value)]]) },
      xAxis: valueAxis(rows.map(({ value }) => value * factor), false, (value) => short(value, unit, true), { splitNumber: wide < SMALL ? 3 : 5 }),
      yAxis: nameAxis(rows.map(({ implementation }) => implementation.name), wide),
      series: [{
        type: 'bar',
        barWidth: 14,
        data: rows.map(({ value, implementation }) => ({ value: value * factor, itemStyle: { color: palette.colour(implementation), borderRadius: 2 } })),
        label: { show: true, position: 'right', color: palette.ink('ink'), formatter: ({ dataIndex }) => this.shown(view, rows[dataIndex].value) },
      }],
    };
  },
};
