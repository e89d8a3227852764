// What the reader has chosen of one benchmark, and what is to be seen of it then.

/** Most lines that are shown before anybody asks for more. */
const MOST = 8;

class View {
  constructor(sheet, section) {
    this.sheet = sheet;
    this.section = section;
    this.machine = section.panels.length > 0 ? section.panels[0].machine : 0;
    this.params = section.panels.length > 0 ? section.panels[0].params : '';
    this.measure = section.decides ?? 0;
    this.outcome = section.decides ?? 0;
    this.metric = 0;
    this.logX = true;
    // What trials tell may be 0.
    this.logY = section.decides === null;
    this.logTimes = true;
    this.hills = false;
    this.baseline = this.runsBaseline();
    this.size = this.widest();
    const sizes = this.sizes();
    this.from = sizes[0] ?? 0;
    this.to = sizes[sizes.length - 1] ?? 0;
    this.shown = this.firstShown();
    this.known = null;
  }

  runsBaseline() {
    const of = this.section.baselines.find(([machine]) => machine === this.machine);
    return of ? of[1] : 0;
  }

  /** Panels of the chosen machine and parameters, the smallest size first. */
  panels() {
    const key = `${this.machine} ${this.params}`;
    if (this.known?.key !== key) {
      const of = (panel) => panel.machine === this.machine && panel.params === this.params;
      this.known = { key, panels: this.section.panels.filter(of).sort((one, other) => one.size - other.size) };
    }
    return this.known.panels;
  }

  sizes() {
    return this.panels().map((panel) => panel.size);
  }

  within() {
    return this.panels().filter((panel) => panel.size >= this.from && panel.size <= this.to);
  }

  panel() {
    return this.panels().find((panel) => panel.size === this.size) ?? this.panels()[0];
  }

  /** The size in the middle: there most implementations have a time, and none has only its fixed cost. */
  widest() {
    const panels = this.panels();
    const timed = (panel) => panel.rows.filter((row) => row.values.some(Boolean)).length;
    const most = Math.max(0, ...panels.map(timed));
    const full = panels.filter((panel) => timed(panel) === most);
    return full.length > 0 ? full[Math.floor(full.length / 2)].size : 0;
  }

  paramSets() {
    const of = this.section.panels.filter((panel) => panel.machine === this.machine);
    return [...new Set(of.map((panel) => panel.params))];
  }

  machines() {
    return [...new Set(this.section.panels.map((panel) => panel.machine))];
  }

  /** What fits after another machine or set of parameters was chosen. */
  settle() {
    if (!this.paramSets().includes(this.params)) [this.params] = this.paramSets();
    const sizes = this.sizes();
    if (!sizes.includes(this.size)) this.size = this.widest();
    if (!sizes.includes(this.from)) [this.from] = sizes;
    if (!sizes.includes(this.to)) this.to = sizes[sizes.length - 1];
  }

  /** All where they are few; else the baseline, who is among the fastest somewhere, and the fastest on the whole. */
  firstShown() {
    const all = this.section.implementations.map((_, place) => place);
    if (all.length <= MOST + 2) return new Set(all);
    const found = new Map(all.map((place) => [place, { wins: 0, behind: 0, timed: 0 }]));
    for (const row of this.panels().flatMap((panel) => panel.rows)) {
      if (!row.values.some(Boolean)) continue;
      const one = found.get(row.implementation);
      one.wins += row.fastest ? 1 : 0;
      one.behind += row.to_best ? Math.abs(Math.log(row.to_best[0])) : 1;
      one.timed += 1;
    }
    const first = (place) => (place === this.baseline ? 1 : 0);
    const order = all.filter((place) => found.get(place).timed > 0).sort((one, other) => {
      const [a, b] = [found.get(one), found.get(other)];
      return first(other) - first(one) || b.wins - a.wins || a.behind / a.timed - b.behind / b.timed;
    });
    return new Set(order.slice(0, MOST));
  }

  rows(panel) {
    return panel ? panel.rows.filter((row) => this.shown.has(row.implementation)) : [];
  }

  /** The row of an implementation at a size. */
  row(panel, implementation) {
    panel.places ??= new Map(panel.rows.map((row) => [row.implementation, row]));
    return panel.places.get(implementation);
  }

  /**
   * How many times as fast as the chosen baseline, or the metric that decides as a multiple of its: with the judged interval where it is the run's own; beside any
   * other only the ratio of the medians is known.
   */
  speedUp(panel, row) {
    if (this.baseline === this.runsBaseline()) return row.speed_up;
    const base = this.row(panel, this.baseline);
    const { decides } = this.section;
    const [own, its] = decides === null ? [base?.times?.[2], row.times?.[2]] : [row.values[decides]?.[0], base?.values[decides]?.[0]];
    if (!own || !its) return null;
    return [own / its, own / its, own / its];
  }
}
