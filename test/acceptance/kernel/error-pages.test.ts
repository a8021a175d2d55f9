import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { openContext } from '../../support/browser.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

onEveryBackend('pages around sites', (backend) => {
  let instance: Instance;
  before(async () => {
    instance = await backend.instance();
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(instance.url + path, { headers });

  it('explain to browsers that nothing exists at an address, and to programs in the format of the API', async () => {
    const page = await get('/no-such-address', BROWSER);
    expect(page.status).to.equal(404);
    expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).to.include("default-src 'none'").and.not.include('unsafe');
    expect(await page.text()).to.include('<h1>Page not found</h1>');
    for (const [path, headers] of [
      ['/no-such-address', {}],
      ['/v1/no-such-address', BROWSER],
    ] as const) {
      const answer = await get(path, headers);
      expect([answer.status, ((await answer.json()) as { error: { code: number } }).error.code], path).to.deep.equal([
        404, 404,
      ]);
    }
  });

  it('say nothing about why a site is not shown', async () => {
    const [one, other] = await Promise.all([get('/sites/none', BROWSER), get('/sites/other/page', BROWSER)]);
    expect(one.status).to.equal(404);
    expect(await one.text())
      .to.equal(await other.text())
      .and.include('There is no page at this address.');
  });

  it('are in the language of the reader, else in English', async () => {
    for (const [accepted, language, direction, title] of [
      ['de-AT,de;q=0.9,en;q=0.5', 'de', 'ltr', 'Seite nicht gefunden'],
      ['xx, ar;q=0.5', 'ar', 'rtl', 'الصفحة غير موجودة'],
      ['zh-Hant-TW', 'zh-tw', 'ltr', '找不到頁面'],
      ['nb', 'no', 'ltr', 'Siden ble ikke funnet'],
      ['*', 'en', 'ltr', 'Page not found'],
    ] as const)
      for (const path of ['/no-such-address', '/sites/none'])
        expect(await (await get(path, { ...BROWSER, 'accept-language': accepted })).text(), accepted)
          .to.include(`<html lang="${language}" dir="${direction}">`)
          .and.include(`<h1>${title}</h1>`);
  });

  it('load their style sheet from the instance, cacheable forever', async () => {
    const path = /<link rel="stylesheet" href="([^"]+)">/.exec(await (await get('/sign-in')).text())![1]!;
    const sheet = await get(path);
    expect(sheet.status).to.equal(200);
    expect(sheet.headers.get('cache-control')).to.include('immutable');
    expect(await sheet.text()).to.include('color-scheme');
  });

  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`have no accessibility violations, ${width} pixels wide and ${colorScheme}`, async function () {
        const context = await openContext(this, { viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
        try {
          const page = await context.newPage();
          for (const path of ['/sign-in', '/sites/none']) {
            await page.goto(instance.url + path);
            expect(await accessibilityViolations(page), path).to.deep.equal([]);
            expect(
              await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
              path,
            ).to.be.at.most(0);
          }
        } finally {
          await context.close();
        }
      });

  it('can be used with the keyboard, every focus visible', async function () {
    const context = await openContext(this);
    try {
      const page = await context.newPage();
      await page.goto(`${instance.url}/sign-in`);
      for (const field of ['email', 'password', '']) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.id')).to.equal(field);
        expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).to.equal('solid');
      }
      expect(await page.evaluate('document.activeElement.tagName')).to.equal('BUTTON');
    } finally {
      await context.close();
    }
  });
});
