import { expect } from 'chai';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { SpecProcessingFailed, SourceFetcher } from '../../../../src/application/openapi-specs/fetch-source.ts';
import { startWebsite, type Website } from '../../../support/servers/website.ts';

const open = new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'] });
const idle = new AbortController().signal;

describe('fetching the source of a specification', () => {
  let site: Website;
  before(async () => {
    site = await startWebsite({
      '/ok': 'openapi',
      '/slow': () => {},
      '/moved': { status: 302, headers: { location: '/ok' } },
      '/inside': { status: 302, headers: { location: 'http://169.254.169.254/latest' } },
      '/circle': { status: 302, headers: { location: '/circle' } },
      '/gone': { status: 410 },
      '/busy': { status: 503 },
      '/often': { status: 429 },
      '/large': (_request, response) =>
        void response.writeHead(200, { 'content-length': String(16 * 1024 * 1024 + 1) }).end('x'),
    });
  });
  const failure = async (
    path: string,
    web = open,
    times = { fetchMs: 2_000, allMs: 20_000 },
  ): Promise<SpecProcessingFailed> => {
    const error = await new SourceFetcher(web, idle, times).get(path.startsWith('/') ? site.origin + path : path).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(SpecProcessingFailed);
    return error as SpecProcessingFailed;
  };

  it('follows redirects, and returns the final URL', async () => {
    const { url, body } = await new SourceFetcher(open, idle).get(`${site.origin}/moved`);
    expect([url, Buffer.from(body).toString()]).to.deep.equal([`${site.origin}/ok`, 'openapi']);
  });

  it('[A39] distinguishes timeouts from failures, and temporary from permanent ones', async () => {
    const outcomeOf = async (path: string): Promise<readonly unknown[]> => {
      const { code, mayPass } = await failure(path);
      return [code, mayPass];
    };
    expect(await outcomeOf('/slow')).to.deep.equal(['FETCH_TIMEOUT', true]);
    expect(await outcomeOf('/busy')).to.deep.equal(['FETCH_ERROR', true]);
    expect(await outcomeOf('/often')).to.deep.equal(['FETCH_ERROR', true]);
    expect(await outcomeOf('/gone')).to.deep.equal(['FETCH_ERROR', false]);
    expect(await outcomeOf('/circle')).to.deep.equal(['FETCH_ERROR', true]);
    expect(await outcomeOf('/large')).to.deep.equal(['FETCH_ERROR', false]);
    expect(await outcomeOf('http://127.0.0.1:1/')).to.deep.equal(['FETCH_ERROR', true]);
  });

  it('[A38] refuses private addresses, in URLs and in redirects', async () => {
    const closed = new UndiciGuardedFetch();
    for (const address of [
      'http://127.0.0.1/',
      'http://[::ffff:7f00:1]/',
      'http://169.254.169.254/',
      'http://0x7f.1/',
      'http://2130706433/',
      'HTTP://LOCALHOST/',
    ]) {
      const { code, mayPass } = await failure(address, closed);
      expect([code, mayPass], address).to.deep.equal(['FETCH_ERROR', false]);
    }
    expect(await failure('/inside')).to.deep.include({ code: 'FETCH_ERROR', mayPass: false });
  });

  it('limits the total time of all documents', async () => {
    const sources = new SourceFetcher(open, idle, { fetchMs: 10_000, allMs: 200 });
    const first = await sources.get(`${site.origin}/slow`).then(
      () => undefined,
      (error: unknown) => error,
    );
    const second = await sources.get(`${site.origin}/ok`).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(first).to.have.property('code', 'FETCH_TIMEOUT');
    expect(second).to.have.property('code', 'FETCH_TIMEOUT');
  });
});
