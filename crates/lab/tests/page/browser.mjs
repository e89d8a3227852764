// A browser without a window, from the system: nothing is downloaded.

import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Milliseconds: what takes longer hangs, on however slow a machine. */
const PATIENCE = 600_000;

export async function open() {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error('no chromium: install the Debian package chromium, or name it in CHROMIUM');
  return puppeteer.launch({ executablePath, headless: true, timeout: PATIENCE, protocolTimeout: PATIENCE, args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb'] });
}
