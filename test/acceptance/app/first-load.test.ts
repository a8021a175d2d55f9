import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { findScreen, PATHS } from '../../../app/src/navigation/paths.ts';
import { backends } from '../../support/backends.ts';
import type { Instance } from '../../../src/instance.ts';

/** Largest size of everything that a screen loads at first, compressed, in bytes. */
const MAX_FIRST_LOAD = 150_000;

describe('the first load of the app', () => {
  let instance: Instance;
  before(async () => {
    instance = await backends[0]!.instance();
  });

  it('is at most 150 kB compressed, and its files may be cached forever', async () => {
    const html = await (await fetch(`${instance.url}/app`)).text();
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
    expect(assets.length).to.be.greaterThan(2);
    let size = brotliCompressSync(html).length;
    for (const path of assets) {
      const response = await fetch(instance.url + path, { headers: { 'accept-encoding': 'identity' } });
      expect(response.headers.get('cache-control'), path).to.equal('public, max-age=31536000, immutable');
      size += brotliCompressSync(Buffer.from(await response.arrayBuffer())).length;
    }
    expect(size).to.be.lessThan(MAX_FIRST_LOAD);
  });

  it('does not contain the editor', async () => {
    const html = await (await fetch(`${instance.url}/app`)).text();
    for (const [, path] of html.matchAll(/(?:src|href)="([^"]+\.js)"/g))
      expect(await (await fetch(instance.url + path)).text(), path).not.to.include('cm-scroller');
  });

  it('answers 404 for other files', async () => {
    for (const path of [
      '/app/~files/main.js',
      '/app/~files/..%2fmanifest.json',
      '/app/~files/manifest.json',
      '/app/~files/',
    ])
      expect((await fetch(instance.url + path)).status, path).to.be.oneOf([400, 404]);
  });

  it('is served at every address of a screen, and nowhere else', async () => {
    for (const [name, path] of Object.entries(PATHS)) {
      const address = path.replace(/:\w+/g, 'aA0.-_');
      expect(findScreen(address)?.name).to.equal(name);
      expect((await fetch(instance.url + address)).status, path).to.equal(200);
      expect((await fetch(`${instance.url}${address}/nothing/else`)).status, path).to.equal(404);
    }
  });
});
