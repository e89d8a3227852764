// Pictures of a page for the eye: `node shot.mjs PAGE.html FOLDER`.

import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { open } from './browser.mjs';

const [page, folder] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await open();
for (const [name, width, height, scheme] of [['light', 1280, 1150, 'light'], ['dark', 1280, 1150, 'dark'], ['narrow', 390, 1150, 'light']]) {
  const tab = await browser.newPage();
  tab.on('console', (message) => console.log(name, message.type(), message.text()));
  tab.on('pageerror', (error) => console.log(name, 'error', String(error)));
  await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await tab.setViewport({ width, height, deviceScaleFactor: 1 });
  // A busy machine may take its time.
  tab.setDefaultTimeout(180_000);
  await tab.goto(pathToFileURL(page).href, { timeout: 180_000 });
  await tab.waitForSelector('html[data-interactive] .canvas canvas');
  await tab.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  await tab.screenshot({ path: join(folder, `${name}.png`) });
  console.log(name, await tab.evaluate(() => `interactive after ${document.documentElement.dataset.interactive} ms`));
  await tab.close();
}
await browser.close();
