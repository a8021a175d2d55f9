import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { atTheEnd } from './backends.ts';

const PLACES = [
  process.env['BROWSER_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
let launched: Promise<Browser> | undefined;

/**
 * Returns the browser of this machine, started once. Without a browser the test is skipped, and fails where CI is set.
 */
export async function browserFor(test: Mocha.Context): Promise<Browser> {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    if (process.env['CI']) throw new Error('there is no browser here: install Chromium, or set BROWSER_PATH');
    return test.skip();
  }
  launched ??= chromium
    .launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
    .then((browser) => {
      atTheEnd(() => browser.close());
      return browser;
    });
  return launched;
}
