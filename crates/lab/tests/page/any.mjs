// Looks at any page that `--html` or `--as html` made: `node any.mjs [--within MS] FILE.html...`. It knows nothing of
// what the pages are about. Every fault is told; one is a failure.

import { resolve } from 'node:path';
import { open } from './browser.mjs';
import { accessible, doing, held, told, visit } from './visit.mjs';

const CONTROLS = 'button, select, summary, input, a[href^="#"]';
/** What can be put back goes first: whoever presses `none` has nothing left to choose from. */
const ORDER = ['link', 'summary', 'select', 'search', 'toggle', 'button'];
/** Turns of the page's own loop, 5 ms each, in which a control has to show that it did something: where the machine
 *  stands still for a while, so does the count. */
const SOON = 200;
/** So many ways of a choice are tried, spread over all: the whole list of sizes has hundreds. */
const WAYS = 12;
/** So often a page is loaded; the middle one counts. */
const LOADS = 3;

/** Milliseconds until it can be used: as its script says, or without one when it is loaded. */
async function interactive(browser, file) {
  const found = [];
  for (let turn = 0; turn < LOADS; turn += 1) {
    const tab = await visit(browser, file);
    found.push(await tab.evaluate(() => Number(document.documentElement.dataset.interactive ?? performance.getEntriesByType('navigation')[0].loadEventEnd)));
    await tab.close();
  }
  return found.sort((one, other) => one - other)[Math.floor(LOADS / 2)];
}

/** Everything in the page that can be used: what kind it is, and what it is called. */
const controlsOf = (tab) => tab.evaluate((selector) => [...document.querySelectorAll(selector)].map((one) => {
  const kinds = { A: 'link', SUMMARY: 'summary', SELECT: 'select', INPUT: one.type === 'search' ? 'search' : 'toggle' };
  const kind = kinds[one.tagName] ?? (one.hasAttribute('aria-pressed') ? 'toggle' : 'button');
  const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent;
  const within = one.closest('.chart')?.dataset.figure ?? one.closest('.benchmark, section')?.id ?? '';
  return { kind, name: `${kind} \`${label.trim().slice(0, 40)}\`${within && ` in ${within}`}` };
}), CONTROLS);

/** Uses one of them in each of its ways and puts it back. Null: it is not to be seen, or has but one way. */
const used = (tab, nth) => tab.evaluate(async (selector, place, patience, ways) => {
  const again = () => document.querySelectorAll(selector)[place];
  if (!again().checkVisibility() || again().disabled) return null;
  const root = again().closest('.benchmark') ?? document;
  const scope = root === document ? () => document : () => document.getElementById(root.id);
  /** All that a reader could notice there. */
  const seen = () => {
    const charts = [...scope().querySelectorAll('.chart')].filter((one) => one.chart);
    const drawn = charts.map(({ chart }) => {
      chart.draw();
      return echarts.getInstanceByDom(chart.canvas)?.getOption();
    });
    const { dataset: { theme } } = document.documentElement;
    const count = (what) => scope().querySelectorAll(what).length;
    const words = scope() === document ? document.querySelector('main')?.textContent : scope().textContent;
    return JSON.stringify([drawn, words, count('[open]'), count('[hidden]'), theme, location.hash, scrollY, window.saved.length]);
  };
  const changes = async (act) => {
    const before = seen();
    act(again());
    for (let turn = 0; turn < patience; turn += 1) {
      await new Promise((done) => { setTimeout(done, 5); });
      if (seen() !== before) return true;
    }
    return false;
  };
  const click = (one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  const choose = (at) => (one) => {
    one.selectedIndex = at;
    one.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const type = (text) => (one) => {
    one.value = text;
    one.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const { tagName, type: kind } = again();
  if (tagName === 'SELECT') {
    const at = again().selectedIndex;
    const all = [...again().options].map((_, index) => index).filter((index) => index !== at);
    const others = all.filter((_, index) => index === all.length - 1 || index % Math.ceil(all.length / ways) === 0);
    if (others.length === 0) return null;
    let any = false;
    for (const other of others) any = (await changes(choose(other))) || any;
    choose(at)(again());
    return any;
  }
  if (tagName === 'INPUT' && kind === 'search') {
    const found = await changes(type('nobody bears this name'));
    type('')(again());
    return found;
  }
  const did = await changes(click);
  const isToggle = again()?.hasAttribute('aria-pressed') || kind === 'checkbox';
  return isToggle ? did && changes(click) : did;
}, CONTROLS, nth, SOON, WAYS);

/** Each control of a page has to change something; what another has to prepare gets a second turn. */
async function controls(tab, file) {
  const names = await controlsOf(tab);
  let left = ORDER.flatMap((kind) => names.map((one, place) => ({ ...one, place })).filter((one) => one.kind === kind));
  const counted = { used: 0, hidden: 0 };
  for (let turn = 0; turn < 2; turn += 1) {
    const idle = [];
    for (const one of left) {
      const now = await controlsOf(tab);
      if (now[one.place]?.name !== one.name) one.place = now.findIndex((other) => other.name === one.name);
      doing(one.name);
      const did = one.place < 0 ? null : await used(tab, one.place);
      if (did === null) counted.hidden += 1;
      else if (did) counted.used += 1;
      else idle.push(one);
    }
    left = idle;
  }
  doing('');
  left.forEach((one) => held(`${file}: ${one.name} changes nothing`, false));
  console.log(`${file}: ${counted.used} of ${names.length} controls change something; ${counted.hidden} are hidden or have nothing to choose`);
  held(`${file}: it has a script and no control that changes anything`, counted.used > 0 || !(await tab.$('script')));
}

async function looked(browser, file, within) {
  const ms = await interactive(browser, file);
  console.log(`${file}: interactive after ${ms.toFixed(0)} ms, the middle one of ${LOADS} loads`);
  held(`${file}: interactive after ${ms.toFixed(0)} ms, and ${within} ms is the most`, ms <= within);
  for (const [where, how] of [['light', {}], ['dark', { scheme: 'dark' }], ['narrow', { width: 360 }]]) {
    const tab = await visit(browser, file, how);
    await accessible(tab, `${file}, ${where}`);
    if (where === 'narrow') held(`${file}: a phone has to scroll sideways`, await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    if (where === 'light') await controls(tab, file);
    await tab.close();
  }
}

const words = process.argv.slice(2);
const within = words[0] === '--within' ? Number(words.splice(0, 2)[1]) : Infinity;
const browser = await open();
for (const file of words) await looked(browser, resolve(file), within);
await told(browser);
