import { expect } from 'chai';
import { ObservedUnitOfWork } from '../../../../src/application/kernel/observed-unit-of-work.ts';
import { RecentVisits } from '../../../../src/application/sites/reader/recent-visits.ts';
import type { SiteRequest, SiteVisit } from '../../../../src/application/sites/reader/site-visit.ts';
import type { EventContext } from '../../../../src/ports/kernel/events.ts';
import { until } from '../../../support/until.ts';

const request = (more: object = {}): SiteRequest =>
  ({
    by: { basename: 'docs' },
    segments: ['guide'],
    endsWithSlash: false,
    query: { text: '', page: 1 },
    prefersMarkdown: false,
    credentials: { token: undefined, submittedClaims: [], storedClaims: undefined },
    hasTokenInAddress: false,
    ...more,
  }) as SiteRequest;

const visitOf = (more: object = {}, page: object = {}): SiteVisit =>
  ({
    answer: { kind: 'page', found: true, page: { headers: {}, etag: '"a"', ...page } },
    audience: 'public',
    isIndexable: true,
    isSecretUrl: false,
    cookie: { path: '/', isSecure: false },
    ...more,
  }) as SiteVisit;

describe('recent visits', () => {
  const organizationId = 'organization' as never;
  let recent: RecentVisits;
  let made: number;
  beforeEach(() => {
    recent = new RecentVisits();
    made = 0;
  });
  const get = (siteRequest = request(), visit = visitOf()): Promise<SiteVisit | undefined> =>
    recent.get(siteRequest, async () => {
      made++;
      return { visit, organizationId };
    });

  it('repeat the page of an equal request for a moment', async () => {
    const first = await get();
    expect(await get()).to.equal(first);
    expect(made).to.equal(1);
    await until(async () => (await get(), made === 2));
  });

  it('keep pages of different requests apart', async () => {
    await get();
    await get(request({ segments: ['other'] }));
    await get(request({ endsWithSlash: true }));
    await get(request({ prefersMarkdown: true }));
    await get(request({ by: { hostname: 'docs' } }));
    expect(made).to.equal(5);
  });

  for (const [name, more] of Object.entries({
    'of a visitor with a token': { credentials: { token: 'token', submittedClaims: [] } },
    'with claims in the URL': { credentials: { submittedClaims: [['plan', 'pro']] } },
    'with claims in a cookie': { credentials: { submittedClaims: [], storedClaims: { plan: 'pro' } } },
    'for a search': { segments: ['~quire', 'search'], query: { text: 'words', page: 1 } },
    'for the search page': { segments: ['~quire', 'search'] },
    'with feedback': { feedback: { rating: 'good' } },
    'of an agent': { isFromAgent: true },
  }))
    it(`answer each request ${name} by itself`, async () => {
      await get();
      await get(request(more));
      await get(request(more));
      expect(made).to.equal(3);
    });

  for (const [name, visit] of Object.entries({
    'for some visitors only': visitOf({ audience: 'one' }),
    'of an unlisted site': visitOf({ audience: 'anybody' }),
    'that depends on the reader': visitOf({}, { personal: true }),
    'at a secret URL': visitOf({ isSecretUrl: true }),
    'that does not exist': visitOf({ answer: { kind: 'page', found: false, page: {} } }),
    'with a cookie': visitOf({ cookie: { path: '/', isSecure: false, claims: {} } }),
  }))
    it(`do not repeat a page ${name}`, async () => {
      await get(request(), visit);
      await get(request(), visit);
      expect(made).to.equal(2);
    });

  it('end at once when the organization changes, and not when another one does', async () => {
    const inner = { run: async (_context: EventContext, task: any) => task() };
    const work = new ObservedUnitOfWork(inner as never, (changed) => recent.forget(changed));
    const change = (changed: string | null): Promise<unknown> =>
      work.run({ organizationId: changed } as unknown as EventContext, async () => undefined);
    await get();
    await change('another organization');
    await get();
    expect(made).to.equal(1);
    await change(organizationId);
    await get();
    expect(made).to.equal(2);
    await change(null);
    await get();
    expect(made).to.equal(3);
  });

  it('end when a change fails, because it may have been stored', async () => {
    const broken = { run: () => Promise.reject(new Error('the connection broke')) };
    const work = new ObservedUnitOfWork(broken as never, (changed) => recent.forget(changed));
    await get();
    await work.run({ organizationId } as unknown as EventContext, async () => undefined).catch(() => undefined);
    await get();
    expect(made).to.equal(2);
  });

  it('do not keep a page that was made while something changed', async () => {
    await recent.get(request(), async () => {
      recent.forget(organizationId);
      return { visit: visitOf(), organizationId };
    });
    await get();
    expect(made).to.equal(1);
  });
});
