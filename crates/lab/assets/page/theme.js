// Light and dark, and an implementation's colour in each.

const palette = {
  of: { light: [], dark: [], dashes: [] },
  dark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  },
  colour(implementation) {
    const colours = this.dark() ? this.of.dark : this.of.light;
    return colours[implementation.colour % colours.length];
  },
  /** Dashes in pixels; `solid` for the first eight. */
  dash(implementation) {
    const dash = this.of.dashes[Math.floor(implementation.colour / this.of.light.length) % this.of.dashes.length];
    return dash ? dash.split(' ').map(Number) : 'solid';
  },
  /** A square of its colour: whole, or a ring, or halved, as its line is whole or dashed. */
  swatch(implementation) {
    const kind = ['', ' ring', ' half', ' corner'][Math.floor(implementation.colour / this.of.light.length) % 4];
    return make('span', { class: `swatch${kind}`, style: `--c:${this.colour(implementation)}` });
  },
  symbol(implementation) {
    return ['circle', 'rect', 'triangle', 'diamond'][Math.floor(implementation.colour / this.of.light.length) % 4];
  },
  ink(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  },
};
