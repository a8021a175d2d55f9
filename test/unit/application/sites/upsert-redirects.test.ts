import { expect } from 'chai';
import {
  upsertRedirects,
  type RedirectOperation,
} from '../../../../src/application/sites/redirects/upsert-redirects.ts';
import type { Id } from '../../../../src/domain/kernel/id.ts';
import { MAX_SITE_REDIRECTS, SiteRedirect } from '../../../../src/domain/sites/site-redirect.ts';
import type { Work } from '../../../../src/ports/kernel/unit-of-work.ts';

const SITE = { organizationId: 'organization' as Id, siteId: 'site' as Id };
const NOW = '2026-01-01T00:00:00.000Z';
const destination = { kind: 'external', url: 'https://example.com/' } as const;

const put = (source: string): RedirectOperation => ({ kind: 'put', source, draft: false, destination });
const remove = (source: string, draft = false): RedirectOperation => ({ kind: 'delete', source, draft });

/** Statuses of operations on a site of `count` redirects, among them a live one and a draft of `/stored`. */
async function statusesAt(count: number, ...operations: RedirectOperation[]): Promise<readonly string[]> {
  const stored = [false, true].map((draft) =>
    SiteRedirect.create({ ...SITE, id: `r${draft}` as Id, createdAt: NOW, source: '/stored', destination, draft }),
  );
  const work = {
    siteRedirects: {
      count: async () => count,
      list: async () => ({ items: stored, next: undefined }),
      save: async () => {},
      delete: async () => {},
    },
  } as unknown as Work;
  let last = 0;
  const ids = { next: () => `id${++last}` as Id };
  const results = await upsertRedirects({ work, ids, now: NOW }, { ...SITE, mayReplace: [''] }, operations);
  return results.map((result) => (result.status === 'error' ? result.error : result.status));
}

describe('upsertRedirects at the limit of redirects of a site', () => {
  const over = `a site can have at most ${MAX_SITE_REDIRECTS} redirects`;

  it('creates the last redirect and refuses one more, while others are changed', async () => {
    expect(await statusesAt(9_999, put('/a'), put('/b'), put('/stored'))).to.deep.equal(['created', over, 'updated']);
  });

  it('counts what earlier operations deleted or published, and nothing for what was not there', async () => {
    expect(await statusesAt(10_000, put('/a'), remove('/none'), put('/a'))).to.deep.equal([over, 'deleted', over]);
    expect(await statusesAt(10_000, remove('/stored'), put('/a'), put('/b'))).to.deep.equal([
      'deleted',
      'created',
      over,
    ]);
    expect(await statusesAt(10_000, { kind: 'publish', source: '/stored' }, put('/a'), put('/b'))).to.deep.equal([
      'published',
      'created',
      over,
    ]);
  });

  it('lets a refused operation be followed by another on the same redirect', async () => {
    const malformed: RedirectOperation = { kind: 'publish', source: '/a' };
    expect(await statusesAt(2, malformed, put('/a'), put('/a'))).to.deep.equal([
      'source: has no draft to publish',
      'created',
      'source: is used twice',
    ]);
  });
});
