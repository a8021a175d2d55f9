import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { FONT_PACKAGES } from '../../../../src/adapters/site/fonts/font-packages.ts';
import { defaultCustomization, LOCALES } from '../../../../src/domain/sites/customization.ts';
import { browserScripts } from '../../../../src/adapters/site/static/browser-scripts.ts';
import { EXTRA_STYLESHEETS, SITE_STYLESHEET } from '../../../../src/adapters/site/stylesheet.ts';
import { render, renderer } from './support.ts';

const MAX_SCRIPT_BYTES = 30 * 1024;
const MAX_STYLE_BYTES = 12 * 1024;

describe('assets of published pages', () => {
  it('are served at the addresses that pages load, cacheable forever', async () => {
    const { html } = render('x');
    const paths = [...html.matchAll(/(?:href|src)="\/docs\/(~quire\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths).to.include.members([SITE_STYLESHEET.path, browserScripts().paths.main]);
    for (const path of paths) {
      const asset = renderer.asset(path)!;
      expect(asset.headers).to.include({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      });
      const content = await asset.content();
      expect(content.length).to.be.greaterThan(100);
      expect(brotliDecompressSync(await asset.encoded('br')).equals(content)).to.equal(true);
      expect(gunzipSync(await asset.encoded('gzip')).equals(content)).to.equal(true);
    }
    expect(renderer.asset('~quire/assets/site-0000000000000000.css')).to.equal(undefined);
  });

  it('keep the script of every page below 30 kB compressed', async () => {
    const { assets, paths } = browserScripts();
    const byPath = new Map(assets.map((one) => [one.path, one]));
    const pending = [paths.main];
    const seen = new Set(pending);
    let bytes = 0;
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      const asset = byPath.get(path)!;
      bytes += (await asset.encoded('gzip')).length;
      // Static imports load at once, dynamic ones do not.
      for (const [, file] of String(await asset.content()).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) {
        const next = `~quire/assets/${file}`;
        if (!seen.has(next)) pending.push(next);
        seen.add(next);
      }
    }
    expect(bytes).to.be.greaterThan(200).and.to.be.at.most(MAX_SCRIPT_BYTES);
  });

  it('keep the style sheets of a page below 12 kB compressed, without anything that they load', async () => {
    for (const sheets of [[], ...Object.values(EXTRA_STYLESHEETS).map((one) => [one])]) {
      const all = [SITE_STYLESHEET, ...sheets];
      const sizes = await Promise.all(all.map(async (one) => (await one.encoded('br')).length));
      expect(
        sizes.reduce((a, b) => a + b),
        all.map(({ path }) => path).join(),
      ).to.be.at.most(MAX_STYLE_BYTES);
      for (const sheet of all)
        expect(String(await sheet.content())).not.to.match(/url\((?!"data:image\/svg|"face\.)|@import|\/\*|\s\s/);
    }
  });
});

for (const place of ['messages', 'api-reference/messages'])
  describe(`interface texts in ${place}`, () => {
    const folder = new URL(`../../../../src/adapters/site/${place}/`, import.meta.url);
    const files = readdirSync(folder);
    const textsOf = (file: string): Record<string, string> => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    const english = textsOf('en.json');
    const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

    it('exist in every language of sites', () => {
      expect(files.sort()).to.deep.equal([...LOCALES].map((locale) => `${locale}.json`).sort());
    });

    it('are complete in every language, with the same placeholders', () => {
      for (const file of files) {
        const texts = textsOf(file);
        expect(Object.keys(texts).sort(), file).to.deep.equal(Object.keys(english).sort());
        for (const [key, text] of Object.entries(texts)) {
          expect(text.trim(), `${file}: ${key}`).to.equal(text).and.not.to.equal('');
          expect(placeholders(text), `${file}: ${key}`).to.deep.equal(placeholders(english[key]!));
        }
      }
    });
  });

describe('the font of formulas', () => {
  it('is served by the site, and named on pages with formulas alone', async () => {
    const css = String(await EXTRA_STYLESHEETS['math']!.content());
    const file = /url\("([^"]+)"\)/.exec(css)![1]!;
    const asset = renderer.asset(`~quire/assets/${file}`)!;
    expect(asset.headers).to.include({ 'Content-Type': 'font/woff2' });
    expect(String((await asset.content()).subarray(0, 4))).to.equal('wOF2');
    expect(String(await renderer.stylesheet.content())).not.to.include(file);
  });
});

describe('fonts of customizations', () => {
  const styleOf = async (change: object): Promise<string> => {
    const base = defaultCustomization('S');
    const sheet = renderer.customizationStylesheet({ ...base, styling: { ...base.styling, ...change } });
    return String(await sheet.content());
  };

  it('are served by the site, in files by range of characters', async () => {
    for (const [name, { family }] of Object.entries(FONT_PACKAGES)) {
      const css = await styleOf({ font: name });
      const files = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, file]) => file!);
      const own = files.filter((file) => file.startsWith(`face.${name}.`));
      expect(css, name).to.include(`--sans: "${family}", var(--system-sans)`).and.include('font-display: swap');
      expect(own.length, name).to.be.greaterThan(0);
      expect(css.match(/@font-face/g), name).to.have.length(files.length);
      expect(css, name).to.match(/unicode-range: U\+/);
      const asset = renderer.asset(`~quire/assets/${own[0]}`)!;
      expect(asset.headers, name).to.include({ 'Content-Type': 'font/woff2' });
      expect(String((await asset.content()).subarray(0, 4)), name).to.equal('wOF2');
    }
  });

  it('have weights from regular to bold, and italics where they are for text', async () => {
    for (const name of Object.keys(FONT_PACKAGES)) {
      const css = await styleOf({ font: name, monospaceFont: name });
      const weights = [...css.matchAll(/font-weight: ([\d ]+);/g)].map(([, weight]) => weight!.split(' ').map(Number));
      expect(Math.min(...weights.map(([low]) => low!)), name).to.be.at.most(400);
      expect(Math.max(...weights.map((range) => range.at(-1)!)), name).to.be.at.least(500);
    }
    expect(await styleOf({ font: 'Inter' })).to.include('font-style: italic');
  });

  it('add no file to sites that use none of them, and no address finds other files', async () => {
    expect(await styleOf({ font: 'ABCFavorit', monospaceFont: 'Other' })).not.to.include('@font-face');
    for (const file of ['face.Inter.inter-none.1.0.0.woff2', 'face.Nothing.x.1.woff2', 'face.constructor.x.1.woff2'])
      expect(renderer.asset(`~quire/assets/${file}`), file).to.equal(undefined);
  });

  it('keep the style sheet of a customization below 6 kB compressed', async () => {
    for (const name of Object.keys(FONT_PACKAGES)) {
      const base = defaultCustomization('S');
      const sheet = renderer.customizationStylesheet({ ...base, styling: { ...base.styling, font: name } });
      expect((await sheet.encoded('br')).length, name).to.be.at.most(6 * 1024);
    }
  });
});
