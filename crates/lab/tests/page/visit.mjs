// One page in one tab, watched: whatever it complains of or asks of anybody is a fault.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A shared machine may be very slow, which is no fault of the page. */
export const PATIENCE = 180_000;
const faults = [];
/** What is being done to the page, for whoever has to mend it. */
let during = '';
export const doing = (what) => { during = what && ` (${what})`; };
export const held = (what, right) => {
  if (!right) faults.push(what);
};

/** Opens a report, with a script or without; what is saved from it is kept in `window.saved`. */
export async function visit(browser, page, { width = 1280, scheme = 'light' } = {}) {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(PATIENCE);
  const address = pathToFileURL(page).href;
  tab.on('console', (message) => held(`console: ${message.text().trim()}${during}`, !['error', 'warn', 'warning'].includes(message.type())));
  tab.on('pageerror', (error) => held(`page: ${error}${during}`, false));
  tab.on('dialog', (dialog) => {
    held(`a name ran as a script: ${dialog.message()}`, false);
    dialog.dismiss();
  });
  tab.on('request', (request) => held(`request: ${request.url().slice(0, 200)}`, request.url().split('#')[0] === address || /^(blob|data):/.test(request.url())));
  // A page that still scrolls smoothly to what the keyboard reached is not where the pointer looks for it.
  await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
  await tab.setViewport({ width, height: 1000 });
  await tab.evaluateOnNewDocument(() => {
    window.saved = [];
    const made = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      window.saved.push(blob);
      return made(blob);
    };
    HTMLAnchorElement.prototype.click = function click() {
      window.saved[window.saved.length - 1].named = this.download;
    };
  });
  await tab.goto(address, { timeout: PATIENCE });
  if (await tab.$('script')) {
    await tab.waitForSelector('html[data-interactive]');
    // Charts out of sight are not drawn yet; on a phone that may be all of them.
    await tab.waitForFunction(() => [...document.querySelectorAll('.canvas')].every((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top > innerHeight || bottom < 0 || one.querySelector('canvas');
    }));
  }
  return tab;
}

/** What axe-core calls serious or critical is a fault; the rest is told. */
export async function accessible(tab, where) {
  await tab.evaluate(axe);
  const { violations, passes } = await tab.evaluate(() => axe.run(document));
  held(`axe, ${where}: it looked at nothing`, passes.length > 0);
  for (const { id, impact, nodes } of violations) {
    if (['serious', 'critical'].includes(impact)) held(`axe, ${where}: ${id} at ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join('; ')}: ${nodes[0].failureSummary}`, false);
    else console.log(`axe, ${where}: ${impact}: ${id}`);
  }
}

/** Closes the browser and tells how it went. */
export async function told(browser) {
  await browser.close();
  console.log(faults.length === 0 ? 'no fault' : [...new Set(faults)].map((fault) => `fault: ${fault}`).join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
}
