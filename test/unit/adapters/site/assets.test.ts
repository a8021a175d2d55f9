import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
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
      for (const sheet of all) expect(String(await sheet.content())).not.to.match(/url\((?!"data:image\/svg)|@import/);
    }
  });
});

describe('interface texts', () => {
  const folder = new URL('../../../../src/adapters/site/messages/', import.meta.url);
  const files = readdirSync(folder);
  const textsOf = (file: string): Record<string, string> => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  const english = textsOf('en.json');
  const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

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
