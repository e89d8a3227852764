// How times went while they were measured, and how fast the machine's core was.

const courses = {
  rows: (view) => view.rows(view.panel()).filter((row) => row.times && row.course.length >= 3),
  name: () => 'course',
  title: (view) => `Time over the run at ${here(view)}`,
  note: () => 'Each time beside its own median: a machine that slows down lifts all lines, a program that does lifts its own.',
  height: (wide) => (wide < SMALL ? 280 : 320),
  table: (view) => [['implementation', 'first', 'last', 'slowest', 'fastest'], courses.rows(view).map((row) => {
    const times = row.course.map(([, ns]) => ns);
    const words = [times[0], times[times.length - 1], Math.max(...times), Math.min(...times)];
    return [view.section.implementations[row.implementation].name, ...words.map((ns) => amount(ns * 1e-9, 's', true))];
  })],
  csv: (view) => [['benchmark', 'at', 'implementation', 'seconds', 'time of a call (ns)'], courses.rows(view)
    .flatMap((row) => row.course.map(([at, ns]) => [view.section.name, here(view), view.section.implementations[row.implementation].name, at, ns]))],

  option(view) {
    const rows = this.rows(view);
    const beside = (row) => row.course.map(([at, ns]) => [at, ns / row.times[2]]);
    const all = rows.flatMap((row) => beside(row).map(([, value]) => value));
    const named = (name) => view.section.implementations.find((one) => one.name === name);
    return {
      ...base(),
      grid: { left: 8, right: 20, top: 14, bottom: 34, containLabel: true },
      tooltip: {
        ...base().tooltip,
        trigger: 'axis',
        formatter: (points) => tip(amount(points[0].value[0], 's', true), points.slice(0, 14).map((point) => [named(point.seriesName), `${significant(point.value[1], 4)}x`])),
      },
      xAxis: valueAxis([], false, null, { name: 'seconds since the first block', nameLocation: 'middle', nameGap: 28, axisLabel: { formatter: (value) => `${value} s` } }),
      yAxis: valueAxis([...all, 0.9, 1.1], true, (value) => short(value, 'x', false)),
      series: rows.map((row) => {
        const implementation = view.section.implementations[row.implementation];
        return {
          type: 'line', name: implementation.name, data: beside(row), showSymbol: false, lineStyle: lineStyle(implementation), itemStyle: { color: palette.colour(implementation) }, emphasis: { focus: 'series' },
        };
      }),
    };
  },
};
