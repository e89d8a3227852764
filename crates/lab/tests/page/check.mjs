// Drives a report as a reader does: `node check.mjs SMALL.html BIG.html BESIDE.html`. Every fault is told; one is a failure.

import { pathToFileURL } from 'node:url';
import { open } from './browser.mjs';
import { PATIENCE, accessible, held, told, visit } from './visit.mjs';

const browser = await open();

/** The drawn chart of a kind, as the library was told to draw it. */
const option = (tab, at) => tab.evaluate((place) => {
  const canvas = document.querySelectorAll('.benchmark')[0].querySelectorAll('.canvas')[place];
  canvas.closest('.chart').chart.draw();
  const { series, xAxis, yAxis } = echarts.getInstanceByDom(canvas).getOption();
  const { heading } = canvas.closest('.chart').chart;
  return { title: heading.textContent, lines: series.filter((one) => one.type === 'line').length, points: series.map((one) => one.data.length), x: xAxis[0].type, y: yAxis[0].type };
}, at);

/** Chooses from a list by its label, in the first benchmark. */
const choose = (tab, label, index, nth = 0) => tab.evaluate((words, place, which) => {
  const labels = [...document.querySelectorAll('.benchmark')[0].querySelectorAll('.choice label')].filter((one) => one.textContent === words);
  const select = document.getElementById(labels[which].htmlFor);
  select.selectedIndex = place < 0 ? select.options.length + place : place;
  select.dispatchEvent(new Event('change'));
  return select.options.length;
}, label, index, nth);

const press = (tab, words) => tab.evaluate((text) => {
  const button = [...document.querySelectorAll('.benchmark')[0].querySelectorAll('button')].find((one) => one.textContent === text);
  button.click();
  return button.getAttribute('aria-pressed');
}, words);

async function controls(tab) {
  let before = await option(tab, 0);
  held('three lines and a hostile one are drawn', before.lines >= 4);
  held('both axes are logarithmic at first', before.x === 'log' && before.y === 'log');
  await press(tab, 'c.two');
  held('an implementation can be taken away', (await option(tab, 0)).lines === before.lines - 1);
  await press(tab, 'c.two');
  held('and be put back', (await option(tab, 0)).lines === before.lines);
  await press(tab, 'none');
  held('nobody is drawn after `none`', (await option(tab, 0)).lines === 0);
  await press(tab, 'all');
  held('everybody is drawn after `all`', (await option(tab, 0)).lines === before.lines);
  await press(tab, 'log values');
  held('values can be linear', (await option(tab, 0)).y === 'value');
  await press(tab, 'log sizes');
  held('sizes can be linear', (await option(tab, 0)).x === 'value');
  await press(tab, 'log sizes');
  await press(tab, 'log values');

  const measures = await choose(tab, 'Show', 0);
  const titles = new Set();
  for (let at = 0; at < measures; at += 1) {
    await choose(tab, 'Show', at);
    titles.add((await option(tab, 0)).title);
  }
  held('each measure has a title of its own', titles.size === measures && measures === 5);
  await choose(tab, 'Show', 0);

  before = await option(tab, 1);
  await choose(tab, 'Baseline', 1);
  held('another baseline can be chosen', (await option(tab, 1)).title !== before.title);
  await choose(tab, 'Baseline', 1);
  await choose(tab, 'At size', -1);
  held('another size can be chosen', (await option(tab, 2)).title.includes('1 MiB'));
  before = await option(tab, 0);
  await choose(tab, 'Sizes from', 3);
  held('sizes can be left out', Math.max(...(await option(tab, 0)).points) < Math.max(...before.points));
  await choose(tab, 'Sizes from', 0);
  held('a density can be seen', (await press(tab, 'density')) === 'true' && (await option(tab, 2)).points[0] >= 4);
  held('there are two metrics', (await choose(tab, 'Show', 1, 1)) === 2);
  held('and the second is drawn', (await option(tab, 3)).title.includes('mallocs') || (await option(tab, 3)).title.includes('memory'));
  held('time over the run is drawn', (await option(tab, 4)).lines >= 4);
  held('the other machine can be chosen', (await choose(tab, 'Machine', 1)) === 2);
  held('and is drawn', (await option(tab, 0)).lines >= 4);
  await choose(tab, 'Machine', 0);
}

/** Two changes of lead on each machine, in words for everybody and as stretches of the curves. */
async function leads(tab) {
  const shaded = () => tab.evaluate(() => {
    const first = document.querySelectorAll('.benchmark')[0];
    const canvas = first.querySelector('.canvas');
    canvas.closest('.chart').chart.draw();
    const areas = echarts.getInstanceByDom(canvas).getOption().series.flatMap((one) => one.markArea?.data ?? []);
    return { areas: areas.map(([from, to]) => [from.name, from.xAxis, to.xAxis].join(' ')), list: [...first.querySelectorAll('.marked:not([hidden]) li')].map((one) => one.textContent), label: canvas.getAttribute('aria-label'), text: first.querySelector('.answers').textContent };
  });
  let now = await shaded();
  held(`changes of lead are shaded (${now.areas})`, now.areas.join() === '1 820 855,2 4096 65536');
  held('and told below the curves', now.list.length === 2 && now.list[0].includes('between 820 B and 855 B, at 95 %') && now.list[1].includes('it was not looked at closer'));
  held('and to those who hear the page', now.label.includes('1: c.one, then') && now.label.includes('between 820 B and 855 B'));
  held('and below the answer, machine by machine', now.text.split('between 820 B and 855 B').length === 3 && now.text.includes('Which to useA processorUse c.one up to 820 B'));
  await choose(tab, 'Sizes from', 3);
  now = await shaded();
  held(`what is not to be seen is not shaded (${now.areas})`, now.areas.join() === '1 4096 65536' && now.list.length === 1);
  await choose(tab, 'Sizes from', 0);
}

/** The last benchmark is decided by a metric of trials. */
async function trials(tab) {
  const told = await tab.evaluate(() => {
    const all = document.querySelectorAll('.benchmark');
    const last = all[all.length - 1];
    const charts = [...last.querySelectorAll('.chart')];
    charts.forEach(({ chart }) => { chart.draw(); chart.details.open = true; chart.tell(); });
    return { names: charts.map((one) => one.dataset.figure), text: last.textContent, tables: charts.map((one) => one.querySelector('table').textContent) };
  });
  held(`trials are drawn as dots, over sizes and beside the baseline (${told.names})`, told.names.join() === 'trials-depth,depth,beside');
  held('each trial counts', told.tables[0].includes('41 frames') && told.tables[0].includes('trials'));
  held('the ranking has the metric with its unit', told.text.includes('depth in frames, average') && told.text.includes('(40 to 43)'));
  held('no call time is told where trials decide', !/\d (ns|us|ms)\b/.test(told.text));
}

async function savesAndNumbers(tab) {
  const charts = await tab.evaluate(async () => {
    const found = [...document.querySelectorAll('.chart')];
    for (const chart of found) {
      chart.chart.draw();
      chart.querySelector('details').open = true;
      chart.querySelectorAll('.saves button').forEach((button) => button.click());
    }
    while (window.saved.length < found.length * 3) await new Promise((done) => { setTimeout(done, 20); });
    const tables = found.filter((chart) => chart.querySelector('details tbody tr')).length;
    const files = await Promise.all(window.saved.map(async (blob) => ({ name: blob.named, type: blob.type, size: blob.size, text: blob.type === 'image/png' ? '' : (await blob.text()) })));
    return { count: found.length, tables, files };
  });
  held('every chart shows its numbers', charts.tables === charts.count);
  for (const [type, begins] of [['image/svg+xml', '<svg'], ['text/csv', 'benchmark,'], ['image/png', '']]) {
    const files = charts.files.filter((file) => file.type === type);
    held(`every chart can be saved as ${type}`, files.length === charts.count && files.every((file) => file.size > 80 && file.text.startsWith(begins)));
    held(`files of ${type} have names`, files.every((file) => /^[\w.-]+\.(svg|png|csv)$/.test(file.name)));
  }
  held('a saved SVG holds no script', charts.files.every((file) => file.type !== 'image/svg+xml' || !file.text.includes('<script')));
}

async function keyboardAndMouse(tab) {
  // What is folded within a fold cannot be reached before that is opened.
  await tab.evaluate(() => document.querySelectorAll('details.told').forEach((fold) => { fold.open = true; }));
  const reachable = await tab.evaluate(() => document.querySelectorAll('button:not([hidden]), select, summary, a').length);
  const reached = new Set();
  await tab.evaluate(() => document.body.focus());
  for (let at = 0; at < reachable + 40; at += 1) {
    await tab.keyboard.press('Tab');
    const one = await tab.evaluate(() => {
      const all = [...document.querySelectorAll('button:not([hidden]), select, summary, a')];
      return all.indexOf(document.activeElement);
    });
    if (one >= 0) reached.add(one);
    if (reached.size === reachable) break;
  }
  held(`all ${reachable} controls are reached by keyboard, and ${reached.size} were`, reached.size === reachable);
  const pressed = () => tab.evaluate(() => document.querySelector('.chip').getAttribute('aria-pressed'));
  await tab.focus('.chip');
  const before = await pressed();
  await tab.keyboard.press('Space');
  held('the space bar presses a button', (await pressed()) !== before);
  await tab.keyboard.press('Space');
  await hovering(tab, 0, '\\d cycles/byte');
  await hovering(tab, 1, '\\dx');
  // Where trials decide, the dots come first.
  await hovering(tab, -3, 'median \\d+ frames');
}

/** Points at a chart's middle datum with the real pointer, and reads what it is told there. */
async function hovering(tab, nth, words) {
  const where = await tab.evaluate((number) => {
    const place = [...document.querySelectorAll('.canvas')].at(number);
    place.scrollIntoView({ block: 'center', behavior: 'instant' });
    place.closest('.chart').chart.draw();
    const { top, left } = place.getBoundingClientRect();
    const chart = echarts.getInstanceByDom(place);
    const drawn = chart.getOption().series;
    const seriesIndex = Math.max(0, drawn.findIndex((one) => one.type === 'line'));
    const { data } = drawn[seriesIndex];
    const [x, y] = chart.convertToPixel({ seriesIndex }, data[Math.floor(data.length / 2)]);
    // A bar ends at its datum: a little before it is upon it.
    const at = [left + x - 3, top + y];
    return { at, seen: place.contains(document.elementFromPoint(...at)) };
  }, nth);
  held(`nothing lies on chart ${nth}`, where.seen);
  await tab.mouse.move(where.at[0] - 60, where.at[1] - 30);
  await tab.mouse.move(...where.at, { steps: 4 });
  const told = tab.waitForFunction((pattern) => [...document.querySelectorAll('.tip')].some((one) => {
    const { opacity, visibility } = getComputedStyle(one);
    return opacity === '1' && visibility !== 'hidden' && new RegExp(pattern).test(one.textContent);
  }), { timeout: 30_000 }, words);
  held(`chart ${nth} tells its values where the pointer is`, await told.then(() => true, () => false));
  await tab.mouse.move(2, 2);
  // A tip that fades is neither here nor there.
  await tab.waitForFunction(() => [...document.querySelectorAll('.tip')].every((one) => one.textContent === '' || Number(getComputedStyle(one).opacity) === 0 || getComputedStyle(one).visibility === 'hidden'));
}

const [small, big, beside] = process.argv.slice(2);

const tab = await visit(browser, small);
await accessible(tab, 'light');
await controls(tab);
await leads(tab);
await trials(tab);
await savesAndNumbers(tab);
await accessible(tab, 'with every table open');
await keyboardAndMouse(tab);
await tab.click('#theme');
await accessible(tab, 'dark by button');
held('the theme is chosen', await tab.evaluate(() => document.documentElement.dataset.theme) === 'dark');
await tab.close();

const dark = await visit(browser, small, { scheme: 'dark' });
await accessible(dark, 'dark by the system');
await dark.close();

const narrow = await visit(browser, small, { width: 360 });
held('a phone need not scroll sideways', await narrow.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
await accessible(narrow, 'narrow');
await narrow.close();

const many = await visit(browser, big);
const cells = await many.evaluate(() => JSON.parse(document.getElementById('sheet').textContent).sheet.sections[0].panels.reduce((sum, panel) => sum + panel.rows.filter((row) => row.times).length, 0));
console.log(`${cells} cells: interactive ${await many.evaluate(() => document.documentElement.dataset.interactive)} ms after the page was asked for`);
const took = await many.evaluate(() => {
  const before = performance.now();
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'all').click();
  return performance.now() - before;
});
console.log(`all implementations at once: ${took.toFixed(0)} ms`);
held('all cells are there', cells === 10_000);
await accessible(many, 'ten thousand cells');
await many.close();

// Runs beside each other, without a script.
for (const [where, how] of [['light', {}], ['dark', { scheme: 'dark' }], ['narrow', { width: 360 }]]) {
  const page = await visit(browser, beside, how);
  held('what is beside each other is told', await page.evaluate(() => document.querySelectorAll('table').length >= 3 && document.querySelectorAll('svg').length > 0));
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
  await accessible(page, `runs beside each other, ${where}`);
  await page.close();
}

// Last, because it makes the console complain: the page may not ask anybody for anything.
const quiet = await browser.newPage();
await quiet.goto(pathToFileURL(small).href, { timeout: PATIENCE });
const refused = await quiet.evaluate(() => new Promise((done) => {
  addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective));
  setTimeout(() => done('nothing'), 20_000);
  fetch('http://127.0.0.1:9/').catch(() => {});
}));
held(`the network is forbidden (${refused})`, refused === 'connect-src');

await told(browser);
