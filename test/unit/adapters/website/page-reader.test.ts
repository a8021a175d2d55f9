import { expect } from 'chai';
import { Unreadable } from '../../../../src/adapters/endable-thread.ts';
import { PageReader } from '../../../../src/adapters/website/page-reader.ts';

const THREAD = new URL('../../../../src/adapters/website/page/page-thread.ts', import.meta.url);
const request = (html: string) => ({ format: 'html' as const, bytes: Buffer.from(html), contentType: 'text/html', url: 'https://example.com/', mark: 'q-', maxLinks: 10 });

describe('reading pages on a thread', () => {
  it('gives up on a page that takes too long, keeps nobody waiting meanwhile, and goes on with the next', async () => {
    const reader = new PageReader(THREAD, 1500);
    await reader.read(request('<p>first'));
    let turns = 0;
    const ticking = setInterval(() => turns++, 10);
    const slow = reader.read(request(`<table>${'<a href=x>x</a> '.repeat(120_000)}`));
    const next = reader.read(request('<p>next'));
    const failure = await slow.catch((error: unknown) => error);
    clearInterval(ticking);
    expect(failure).to.be.instanceOf(Unreadable);
    expect(turns).to.be.above(20);
    expect((await next).markdown).to.equal('next\n');
  });

  it('says of a page that nests too deep that it cannot be read', async () => {
    const failure = await new PageReader(THREAD).read(request('<b>'.repeat(1000))).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Unreadable).with.property('message', 'it nests too deep');
  });
});
