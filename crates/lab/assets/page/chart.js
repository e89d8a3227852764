// One chart with its title, its note, what can be saved of it, and the same numbers as a table.

/** Charts are drawn when they come into sight: a long report opens as fast as a short one. */
const inSight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) target.chart.draw();
}, { rootMargin: '200px' });

class Chart {
  constructor(view, figure, ...controls) {
    this.view = view;
    this.figure = figure;
    this.heading = make('h3', {});
    this.note = make('p', { class: 'note' });
    this.marked = make('ol', { class: 'note marked' });
    this.canvas = make('div', { class: 'canvas', role: 'img' });
    this.table = make('div', {});
    this.details = make('details', { ontoggle: () => this.tell() }, make('summary', {}, 'Show the numbers'), this.table);
    const save = (words, how) => make('button', { type: 'button', class: 'save', onclick: how }, words);
    this.root = make('section', { class: 'chart', 'data-figure': figure.name(view) },
      make('div', { class: 'chart-head' }, this.heading, make('div', { class: 'chart-controls' }, ...controls)),
      this.canvas, this.note, this.marked,
      make('div', { class: 'chart-foot' }, this.details, make('div', { class: 'saves', role: 'group', 'aria-label': 'Save this figure' },
        save('SVG', () => this.saveSvg()), save('PNG', () => this.savePng()), save('CSV', () => this.saveCsv()))));
    this.root.chart = this;
    this.say();
    this.stale = true;
    inSight.observe(this.root);
  }

  /** What is shaded in the figure. */
  told() {
    return this.figure.marked ? this.figure.marked(this.view) : [];
  }

  wide() {
    return this.canvas.clientWidth || 800;
  }

  /** What is told in words, and how much room the picture takes: all there before anything is drawn. */
  say() {
    const { view, figure } = this;
    this.heading.textContent = figure.title(view);
    const marked = this.told();
    this.note.textContent = figure.note(view) + (marked.length > 0 ? ' Shaded, by number: where the lead changes.' : '');
    this.marked.replaceChildren(...marked.map((text) => make('li', {}, text)));
    this.marked.hidden = marked.length === 0;
    this.root.dataset.figure = figure.name(view);
    this.canvas.setAttribute('aria-label', `${figure.title(view)}. ${this.note.textContent} ${marked.map((text, at) => `${at + 1}: ${text}. `).join('')}The numbers are in the table below.`);
    this.canvas.style.height = `${figure.height(innerWidth, view)}px`;
  }

  /** Something changed: it is drawn now if it is in sight, else when it comes there. */
  refresh() {
    this.say();
    this.stale = true;
    const { top, bottom } = this.root.getBoundingClientRect();
    if (top < innerHeight + 200 && bottom > -200) this.draw();
    this.tell();
  }

  draw() {
    if (!this.stale || !this.root.isConnected) return;
    this.stale = false;
    const { view, figure } = this;
    const wide = this.wide();
    this.chart ??= echarts.init(this.canvas, null, { renderer: 'canvas' });
    this.chart.resize();
    this.chart.setOption(figure.option(view, wide), { notMerge: true });
  }

  /** Another takes its place: what it has put elsewhere in the page goes too. */
  end() {
    inSight.unobserve(this.root);
    this.chart?.dispose();
  }

  tell() {
    if (!this.details.open) return;
    const [heads, rows] = this.figure.table(this.view);
    this.table.replaceChildren(table(this.figure.title(this.view), heads, rows));
  }

  fileName(ending) {
    const place = `${this.view.section.slug}.${this.figure.name(this.view)}`;
    return `${place}.${ending}`.replace(/[^a-zA-Z0-9._-]/g, '-');
  }

  /** The figure alone, with its title, on a ground of its own. */
  alone() {
    const told = this.told().map((text, at) => `${at + 1}  ${text}`);
    const above = 56 + 16 * told.length;
    const [width, height] = [900, this.figure.height(900, this.view) + above + 4];
    const option = this.figure.option(this.view, width);
    const legend = { show: false };
    return {
      width,
      height,
      option: {
        ...option,
        legend,
        backgroundColor: palette.ink('ground'),
        title: { text: `${this.view.section.name}: ${this.figure.title(this.view)}`, subtext: [this.note.textContent, ...told].join('\n'), textStyle: { color: palette.ink('ink'), fontSize: 15 }, subtextStyle: { color: palette.ink('quiet'), lineHeight: 16 } },
        grid: { ...option.grid, top: option.grid.top + above },
      },
    };
  }

  saveSvg() {
    const { width, height, option } = this.alone();
    const hidden = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
    hidden.setOption(option);
    save(this.fileName('svg'), 'image/svg+xml', hidden.renderToSVGString());
    hidden.dispose();
  }

  savePng() {
    const { width, height, option } = this.alone();
    const holder = make('div', { style: `position:absolute;left:-9999px;width:${width}px;height:${height}px` });
    document.body.append(holder);
    const hidden = echarts.init(holder, null, { renderer: 'canvas', devicePixelRatio: 2 });
    hidden.setOption(option);
    holder.querySelector('canvas').toBlob((blob) => {
      hidden.dispose();
      holder.remove();
      save(this.fileName('png'), 'image/png', blob);
    });
  }

  saveCsv() {
    save(this.fileName('csv'), 'text/csv', csv(...this.figure.csv(this.view)));
  }
}
