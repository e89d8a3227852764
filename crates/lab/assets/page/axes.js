// Axes and what all charts have in common.

const SMALL = 600;

function base() {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { color: palette.ink('ink'), fontFamily: 'system-ui, sans-serif', fontSize: 12 },
    tooltip: {
      trigger: 'item',
      confine: true,
      appendTo: document.body,
      className: 'tip',
      backgroundColor: palette.ink('ground'),
      borderColor: palette.ink('rule'),
      textStyle: { color: palette.ink('ink'), fontSize: 12 },
    },
  };
}

function ruled(axis) {
  return {
    nameTextStyle: { color: palette.ink('quiet') },
    axisLine: { lineStyle: { color: palette.ink('quiet') } },
    ...axis,
    axisLabel: { color: palette.ink('quiet'), hideOverlap: true, ...axis.axisLabel },
    splitLine: { show: true, lineStyle: { color: palette.ink('rule') }, ...axis.splitLine },
  };
}

/** An axis over values: logarithmic with round labels, or from 0. */
function valueAxis(values, logarithmic, label, extra = {}) {
  const known = values.filter((value) => Number.isFinite(value) && (!logarithmic || value > 0));
  let low = Math.min(...known);
  let high = Math.max(...known);
  if (known.length === 0) return ruled({ type: 'value', ...extra });
  if (!logarithmic) {
    return ruled({ type: 'value', min: 0, ...extra, axisLabel: { formatter: label, ...extra.axisLabel } });
  }
  const air = Math.max(1.04, (high / low) ** 0.03);
  low /= air;
  high *= air;
  const customValues = (extra.ticks ?? logTicks)(low, high, extra.most ?? 8);
  return ruled({
    type: 'log',
    ...extra,
    ticks: undefined,
    most: undefined,
    min: low,
    max: high,
    axisLabel: { formatter: label, customValues, ...extra.axisLabel },
    axisTick: { customValues },
    splitLine: { customValues },
  });
}

/** The implementations from top to bottom. */
function nameAxis(names, wide) {
  return ruled({
    type: 'category',
    data: names,
    inverse: true,
    axisTick: { show: false },
    axisLabel: { interval: 0, hideOverlap: false, color: palette.ink('ink'), width: Math.max(100, Math.min(260, wide * 0.32)), overflow: 'truncate' },
    splitLine: { show: false },
  });
}

/** Lines of a tooltip: a swatch, a name, a value. */
function tip(title, entries) {
  const line = ([implementation, value]) => make('div', { class: 'tip-line' },
    palette.swatch(implementation),
    make('span', { class: 'tip-name' }, implementation.name), make('b', {}, value));
  return make('div', {}, make('div', { class: 'tip-title' }, title), ...entries.map(line));
}

function lineStyle(implementation, width = 2) {
  return { color: palette.colour(implementation), width, type: palette.dash(implementation) };
}
