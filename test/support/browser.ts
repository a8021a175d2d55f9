import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { atTheEnd } from './backends.ts';

/** Paths of browsers; the headless shell comes first, because it takes half of the processor time of the others. */
const PLACES = [
  process.env['BROWSER_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Time for which a test waits for a page, in milliseconds: the machine may be busy with other tests. */
const TIMEOUT_MS = 60_000;

let launched: Promise<Browser> | undefined;

/**
 * Returns the browser of this machine, started once. Without a browser the test is skipped, and fails where CI is set.
 */
async function browserFor(test: Mocha.Context): Promise<Browser> {
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

/** Opens a context of the browser of this machine, with patience for busy machines; the caller closes it. */
export async function openContext(test: Mocha.Context, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await (await browserFor(test)).newContext(options);
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}
