import { Readable } from 'node:stream';
import { expect } from 'chai';
import { currentClient, forClient, WaitingClient } from '../../../../src/application/kernel/abandonment.ts';
import { RenderedOnce } from '../../../../src/application/kernel/rendered-once.ts';
import type { RenderedFiles } from '../../../../src/ports/pdf.ts';

const BYTES = new TextEncoder().encode('picture');

/** Files in memory. */
function memoryFiles(): RenderedFiles {
  const files = new Map<string, Uint8Array>();
  return {
    async get(key) {
      const bytes = files.get(key);
      return bytes && { size: bytes.byteLength, stream: Readable.from([bytes]) };
    },
    async put(key, source) {
      for await (const bytes of source) files.set(key, bytes);
    },
  };
}

describe('RenderedOnce.get', () => {
  it('renders a file once for concurrent and later requests', async () => {
    const pictures = new RenderedOnce(memoryFiles());
    let count = 0;
    const render = async (): Promise<Uint8Array> => {
      count++;
      return BYTES;
    };
    const found = await Promise.all([pictures.get('a', render), pictures.get('a', render)]);
    found.push(await pictures.get('a', render));
    expect(found.map((file) => file?.size)).to.deep.equal([7, 7, 7]);
    expect(count).to.equal(1);
  });

  it('does not render again what cannot be rendered', async () => {
    const pictures = new RenderedOnce(memoryFiles());
    expect(await pictures.get('a', async () => undefined)).to.equal(undefined);
    expect(await pictures.get('a', async () => BYTES)).to.equal(undefined);
  });

  it('rethrows errors and renders again after them', async () => {
    const pictures = new RenderedOnce(memoryFiles());
    const failing = pictures.get('a', async () => Promise.reject(new Error('busy')));
    expect(await failing.catch((error: Error) => error.message)).to.equal('busy');
    expect((await pictures.get('a', async () => BYTES))?.size).to.equal(7);
  });

  it('renders independently of the client whose request comes first', async () => {
    const pictures = new RenderedOnce(memoryFiles());
    let client: WaitingClient | undefined;
    await forClient(new WaitingClient(), () =>
      pictures.get('a', async () => {
        client = currentClient();
        return BYTES;
      }),
    );
    expect(client).to.equal(undefined);
  });
});
