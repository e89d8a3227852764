// A measure against the size: a line for each implementation, a band for the middle half of its samples, and the
// stretches within which the lead changes.

/** The measures of a benchmark, and the speed beside the chosen baseline. */
function measuresOf(view) {
  const baseline = view.section.implementations[view.baseline]?.name;
  const decides = decidingOf(view);
  const beside = {
    name: speedUps.name(view), title: decides ? `${decides.name} beside ${baseline}` : `times as fast as ${baseline}`, unit: 'x', one: 'x', prefixed: false, less_is_better: decides?.less_is_better ?? false,
  };
  return [...view.section.measures, beside];
}

function toldOf(view, value, measure) {
  return decidingOf(view) && measure.unit !== 'x' ? measured(value, measure) : amount(value, measure.unit, measure.prefixed);
}

/** Median and ends of an implementation at a size. */
function valueOf(view, panel, row) {
  return view.measure < view.section.measures.length ? row.values[view.measure] : view.speedUp(panel, row);
}

const overSizes = {
  name: (view) => measuresOf(view)[view.measure].name,
  title: (view) => `${sentence(measuresOf(view)[view.measure].title)} against ${view.section.size_title}`,
  note(view) {
    const measure = measuresOf(view)[view.measure];
    const better = measure.less_is_better ? 'Lower is better.' : 'Higher is better.';
    if (measure.unit !== 'x') return `${better} Lines are medians, bands ${decidingOf(view) ? 'reach from the worst trial to the best' : 'the middle half of the samples'}.`;
    const own = view.baseline === view.runsBaseline();
    return `${better} ${own ? 'Bands are 99 % intervals.' : 'Ratios of medians: intervals were judged beside the run’s own baseline only.'}`;
  },
  marked: (view) => leadsOf(view).map((lead) => lead.text),
  height: (wide) => (wide < SMALL ? 340 : 440),

  table(view) {
    const measure = measuresOf(view)[view.measure];
    const panels = view.within();
    const names = [...view.shown].sort((one, other) => one - other);
    const cell = (panel, place) => {
      const row = view.row(panel, place);
      const value = row && valueOf(view, panel, row);
      return value ? toldOf(view, value[0], measure) : '';
    };
    return [['implementation', ...panels.map((panel) => panel.label)],
      names.map((place) => [view.section.implementations[place].name, ...panels.map((panel) => cell(panel, place))])];
  },

  csv(view) {
    const measure = measuresOf(view)[view.measure];
    const rows = view.within().flatMap((panel) => view.rows(panel).map((row) => {
      const value = valueOf(view, panel, row) ?? ['', '', ''];
      return [view.section.name, view.section.implementations[row.implementation].name, panel.params, panel.size, ...value, row.verdict];
    }));
    return [['benchmark', 'implementation', 'parameters', 'size', `${measure.name} (${measure.unit})`, 'low', 'high', 'verdict'], rows];
  },

  option(view, wide) {
    const { section } = view;
    const measure = measuresOf(view)[view.measure];
    const panels = view.within().filter((panel) => !view.logX || panel.size > 0);
    const shown = [...view.shown].sort((one, other) => one - other);
    const lines = shown.map((place) => {
      const values = panels.map((panel) => {
        const row = view.row(panel, place);
        const value = row && valueOf(view, panel, row);
        return value ? [panel.size, ...value] : [panel.size, NaN, NaN, NaN];
      });
      return { implementation: section.implementations[place], values };
    });
    const all = lines.flatMap((line) => line.values.flatMap(([, y]) => y));
    const band = (line) => ({
      type: 'custom',
      silent: true,
      tooltip: { show: false },
      z: 1,
      data: bandsOf(line.values),
      encode: { x: 0, y: 1 },
      renderItem: (params, api) => bandShape(params, api, bandsOf(line.values), palette.colour(line.implementation)),
      clip: true,
    });
    const line = (one) => ({
      type: 'line',
      name: one.implementation.name,
      data: one.values.map(([x, y]) => [x, y]),
      symbol: palette.symbol(one.implementation),
      symbolSize: panels.length > 30 ? 3 : 6,
      showSymbol: panels.length <= 60,
      itemStyle: { color: palette.colour(one.implementation) },
      lineStyle: lineStyle(one.implementation),
      emphasis: { focus: 'series', lineStyle: { width: 3 } },
      z: 3,
    });
    const series = [...(lines.length <= 12 ? lines.map(band) : []), ...lines.map(line)];
    if (series.length > 0) Object.assign(series[series.length - 1], { markLine: cacheMarks(view, panels), markArea: leadMarks(view) });
    const sizes = panels.map((panel) => panel.size);
    return {
      ...base(),
      grid: { left: 8, right: 20, top: 22, bottom: 34, containLabel: true },
      tooltip: { ...base().tooltip, trigger: 'axis', axisPointer: { type: 'line' }, formatter: (points) => this.tip(view, measure, points) },
      xAxis: valueAxis(sizes, view.logX, (value) => sizeOf(value, section.bytes), {
        name: section.size_title, nameLocation: 'middle', nameGap: 28,
        ticks: section.bytes ? twoTicks : logTicks, most: wide < SMALL ? 5 : 11,
      }),
      yAxis: valueAxis(all, view.logY, (value) => tick(value, measure.unit, measure.prefixed)),
      series,
    };
  },

  tip(view, measure, points) {
    const seen = points.filter((point) => point.seriesType === 'line' && Number.isFinite(point.value[1]));
    if (seen.length === 0) return '';
    const panel = view.panels().find((one) => one.size === seen[0].value[0]);
    const sign = measure.less_is_better ? 1 : -1;
    const named = (name) => view.section.implementations.find((one) => one.name === name);
    const entries = seen.sort((one, other) => sign * (one.value[1] - other.value[1])).slice(0, 14)
      .map((point) => [named(point.seriesName), toldOf(view, point.value[1], measure)]);
    return tip(panel ? panel.title : '', entries);
  },
};

/** Unbroken pieces of a band, so that what failed leaves a gap. */
function bandsOf(values) {
  const pieces = [[]];
  for (const value of values) {
    if (Number.isFinite(value[2]) && Number.isFinite(value[3])) pieces[pieces.length - 1].push(value);
    else if (pieces[pieces.length - 1].length > 0) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 1).map((piece) => [piece[0][0], piece[0][1], piece]);
}

function bandShape(params, api, pieces, fill) {
  const piece = pieces[params.dataIndex]?.[2] ?? [];
  const there = piece.map(([x, , , high]) => api.coord([x, high]));
  const back = piece.map(([x, , low]) => api.coord([x, low])).reverse();
  return { type: 'polygon', shape: { points: [...there, ...back] }, style: { fill, opacity: 0.16 } };
}

function cacheMarks(view, panels) {
  if (!view.section.bytes || panels.length === 0) return undefined;
  const sizes = panels.map((panel) => panel.size);
  const { caches } = view.sheet.machines[view.machine];
  const within = caches.filter(([, bytes]) => bytes >= Math.min(...sizes) && bytes <= Math.max(...sizes));
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: palette.ink('quiet'), type: [4, 3], width: 1 },
    label: { color: palette.ink('quiet'), formatter: '{b}', position: 'insideEndTop', rotate: 0, distance: [0, -16] },
    data: within.map(([name, bytes]) => ({ name, xAxis: bytes })),
  };
}

/** Changes of lead that are within the sizes to be seen, each from where to where it is drawn. */
function leadsOf(view) {
  const sizes = view.within().map((panel) => panel.size).filter((size) => !view.logX || size > 0);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const here = (lead) => lead.machine === view.machine && lead.params === view.params && lead.span && lead.span[0] <= most && lead.span[1] >= least;
  return view.section.leads.filter(here).map((lead) => ({ ...lead, from: Math.max(lead.span[0], least), to: Math.min(lead.span[1], most) }));
}

/** Shaded, with the numbers that the list below the chart has. */
function leadMarks(view) {
  const leads = leadsOf(view);
  if (leads.length === 0) return undefined;
  return {
    silent: true,
    itemStyle: { color: palette.ink('quiet'), opacity: 0.22, borderColor: palette.ink('quiet'), borderWidth: 1 },
    label: { color: palette.ink('quiet'), position: 'insideBottom' },
    data: leads.map(({ from, to }, at) => [{ name: String(at + 1), xAxis: from }, { xAxis: to }]),
  };
}
