// From the sheet in the page to the report.

function machineSheet(machine, at) {
  const lines = (pairs) => make('dl', {}, ...pairs.flatMap(([label, text]) => [make('dt', {}, label), make('dd', {}, text)]));
  const course = machine.speed.length > 2 ? speedChart(machine) : null;
  return make('section', { class: 'machine', 'aria-labelledby': `machine-${at}` },
    make('h3', { id: `machine-${at}` }, machine.name), make('p', {}, machine.line), lines(machine.run),
    make('details', {}, make('summary', {}, 'System information'), lines(machine.system)),
    course,
    ...machine.notices.map((text) => make('p', { class: 'notice' }, text)),
    machine.failures ? make('pre', { tabindex: 0, class: 'failures' }, machine.failures) : null);
}

/** How fast the measuring core was over the run, as a line without a frame. */
function speedChart(machine) {
  const speeds = machine.speed.map(([, hz]) => hz);
  const [most, last] = [Math.max(...speeds), machine.speed[machine.speed.length - 1][0] || 1];
  const points = machine.speed.map(([at, hz]) => `${(at / last) * 600},${60 - (hz / most) * 52}`).join(' ');
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const line = document.createElementNS(space, 'polyline');
  const words = `Speed of the measuring core over ${amount(last, 's', false)}: from ${amount(Math.min(...speeds), 'Hz', true)} to ${amount(most, 'Hz', true)}`;
  for (const [key, value] of Object.entries({ viewBox: '0 0 600 62', preserveAspectRatio: 'none', role: 'img', 'aria-label': words, class: 'speed' })) svg.setAttribute(key, value);
  for (const [key, value] of Object.entries({ points, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5, 'vector-effect': 'non-scaling-stroke' })) line.setAttribute(key, value);
  svg.append(line);
  return make('figure', { class: 'speed-figure' }, svg, make('figcaption', { class: 'note' }, `${words}; the line’s foot is 0.`));
}

function start() {
  const data = JSON.parse(document.getElementById('sheet').textContent);
  palette.of = data.palette;
  const { sheet } = data;
  const sections = sheet.sections.map((of) => section(sheet, of));
  const main = document.getElementById('report');
  main.replaceChildren(...sections, make('section', { class: 'machines', 'aria-labelledby': 'machines' },
    make('h2', { id: 'machines' }, sheet.machines.length > 1 ? 'Machines and runs' : 'Machine and run'), ...sheet.machines.map(machineSheet)));
  sections.forEach((one) => one.build());

  const anew = () => sections.forEach((one) => one.build());
  const button = document.getElementById('theme');
  const say = () => { button.textContent = palette.dark() ? 'Light' : 'Dark'; };
  button.hidden = false;
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = palette.dark() ? 'light' : 'dark';
    say();
    anew();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { say(); anew(); });
  say();
  let later = 0;
  let before = innerWidth;
  addEventListener('resize', () => {
    clearTimeout(later);
    if (innerWidth === before) return;
    before = innerWidth;
    later = setTimeout(() => sections.forEach((one) => one.refresh()), 100);
  });
  // Whoever tests the page waits for this.
  performance.mark('interactive');
  document.documentElement.dataset.interactive = performance.now().toFixed(0);
}

start();
