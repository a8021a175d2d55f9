import { expect } from 'chai';
import { WebsiteEmbeds, EMBED_LIMITS } from '../../../../src/adapters/website/website-embeds.ts';
import { readEmbed, type EmbedRequest } from '../../../../src/adapters/website/page/read-embed.ts';
import type { WorkerPool } from '../../../../src/adapters/workers/worker-pool.ts';
import { FetchBlocked, FetchError, type StreamingResponse } from '../../../../src/ports/kernel/guarded-fetch.ts';

const CALLER = { user: 'someone' };
const threads = {
  run: async (_name: string, { input }: { input: unknown }) => readEmbed(input as EmbedRequest),
} as unknown as Pick<WorkerPool, 'run'>;

function website(answer: (url: string) => Partial<StreamingResponse>) {
  const requested: string[] = [];
  let closed = 0;
  const web = {
    open: async (url: string): Promise<StreamingResponse> => {
      requested.push(url);
      return {
        url,
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: (async function* () {})(),
        close: () => void closed++,
        ...answer(url),
      };
    },
  };
  return { web, requested, closed: () => closed };
}
async function* bodyOf(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe('WebsiteEmbeds', () => {
  it('reads a page up to the limit and closes the connection', async () => {
    const limits = { ...EMBED_LIMITS, pageBytes: 40 };
    const { web, closed } = website(() => ({ body: bodyOf('<title>First</title>', ' '.repeat(30), '<title>x') }));
    expect(await new WebsiteEmbeds(web, threads, limits).of('https://a.example/b', CALLER)).to.deep.equal({
      title: 'First',
      site: 'a.example',
    });
    expect(closed()).to.equal(1);
  });

  it('makes a preview from the URL of what is blocked, fails, or is no web page', async () => {
    const plain = { title: 'b', site: 'a.example' };
    for (const answer of [
      () => {
        throw new FetchBlocked('https://a.example/b is not reachable');
      },
      () => {
        throw new FetchError('FETCH_TIMEOUT', 'too slow');
      },
      () => ({ status: 500, body: bodyOf('<title>Error</title>') }),
      () => ({ headers: { 'content-type': 'image/png' }, body: bodyOf('<title>Picture</title>') }),
    ]) {
      const { web } = website(answer);
      expect(await new WebsiteEmbeds(web, threads).of('https://a.example/b', CALLER)).to.deep.equal(plain);
    }
  });

  it('keeps at most the number of previews that the limits say', async () => {
    const { web, requested } = website(() => ({ body: bodyOf('<title>Page</title>') }));
    const embeds = new WebsiteEmbeds(web, threads, { ...EMBED_LIMITS, cached: 1 });
    for (const path of ['a', 'a#x', 'b', 'a']) await embeds.of(`https://a.example/${path}`, CALLER);
    expect(requested).to.deep.equal(['https://a.example/a', 'https://a.example/b', 'https://a.example/a']);
  });
});

describe('readEmbed', () => {
  const read = (html: string) =>
    readEmbed({ bytes: Buffer.from(html), contentType: 'text/html', url: 'https://a.example/b/c' });

  it('leaves out what is empty, and addresses outside of the web', () => {
    expect(
      read(
        '<title> </title><link rel="icon" href="data:image/png,x"><meta property="og:image" content="javascript:1">',
      ),
    ).to.deep.equal({});
  });

  it('limits titles to 200 and descriptions to 500 characters', () => {
    const facts = read(`<title>${'t'.repeat(201)}</title><meta name="description" content="${'d'.repeat(501)}">`);
    expect([facts.title!.length, facts.description!.length]).to.deep.equal([200, 500]);
    expect(read(`<title>${'t'.repeat(200)}</title>`).title).to.equal('t'.repeat(200));
  });
});
