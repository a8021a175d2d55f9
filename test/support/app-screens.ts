import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { accessibilityViolations } from './accessibility.ts';
import { PASSWORD, setPassword } from './accounts.ts';
import { openContext } from './browser.ts';
import { WebBrowser } from './web-browser.ts';
import type { Instance } from '../../src/instance.ts';
import type { Person, World } from './world.ts';

/** Tags of the rules of axe that every screen obeys. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

/** Browser of a person who is signed in to the app. */
export class AppBrowser {
  readonly problems: string[] = [];

  private constructor(
    readonly instance: Instance,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** Opens the app in a browser with a session of the person. The person's API tokens end by the new password. */
  static async open(
    test: Mocha.Context,
    world: World,
    person: Pick<Person, 'userId' | 'email'>,
    viewport: { width: number; height: number } = DESKTOP,
  ): Promise<AppBrowser> {
    const app = await AppBrowser.openFor(test, world.instance, viewport);
    await app.signIn(world, person);
    return app;
  }

  /** Opens a browser in which nobody is signed in. */
  static async openFor(test: Mocha.Context, instance: Instance, viewport = DESKTOP): Promise<AppBrowser> {
    const context = await openContext(test, { viewport });
    const page = await context.newPage();
    const app = new AppBrowser(instance, context, page);
    page.on('pageerror', (error) => {
      // Sites have transitions between their pages, which end where the app begins.
      if (!error.message.includes('ViewTransition opt-in disabled')) app.problems.push(error.message);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of [45]\d\d|ERR_INTERNET|ERR_FAILED/.test(message.text()))
        app.problems.push(message.text());
    });
    return app;
  }

  /** Replaces the session of the browser by one of the person, whose API tokens end by the new password. */
  async signIn(world: World, person: Pick<Person, 'userId' | 'email'>): Promise<void> {
    await setPassword(world, person);
    const forms = new WebBrowser(this.instance);
    await forms.signIn(person.email, PASSWORD);
    await this.context.addCookies([{ name: 'quire-session', value: forms.session!, url: this.instance.url }]);
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(this.instance.url + path);
  }

  /** Types a name into the dialog that opens everything, and opens the option that appears for it. */
  async openByName(text: string, option: RegExp, path: RegExp): Promise<void> {
    const { page } = this;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Name of a space' }).waitFor();
    await page.keyboard.type(text);
    await page.getByRole('option').filter({ hasText: option }).first().waitFor();
    while (!(await page.locator('[role=option][aria-selected=true]').filter({ hasText: option }).count()))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(path);
    await page.locator('#main').waitFor();
  }

  /** Path of the present screen. */
  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Expects a screen without violations of the rules of WCAG, and at a phone's width no scrolling sideways. */
  async expectAccessible(name: string): Promise<void> {
    // Below a header that stays, targets are covered while the screen is scrolled.
    await this.page.evaluate('scrollTo(0, 0)');
    const found = await accessibilityViolations(this.page, { only: RULES });
    expect(found, `${name}: ${found.join('\n')}`).to.deep.equal([]);
    const isWide = await this.page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth + 1',
    );
    expect(isWide, `${name} scrolls sideways`).to.equal(false);
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await this.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }

  /** Holds requests of a method to paths with an ending. Returns a function that lets them through. */
  async hold(method: string, ending: string): Promise<() => void> {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await this.page.route(`**${ending}`, async (route) => {
      if (route.request().method() === method) await released;
      return route.continue();
    });
    return release;
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
