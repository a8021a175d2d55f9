import { Conflict, Invalid } from '../../../domain/kernel/errors.ts';
import type { Id, SiteId } from '../../../domain/kernel/id.ts';
import { parseRedirectSource } from '../../../domain/sites/redirect-source.ts';
import { SiteRedirect, type RedirectDestination, type SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import type { OfSite } from '../structure/change-structure.ts';

/** Maximum number of redirects of a site. */
export const MAX_SITE_REDIRECTS = 10_000;

/** Operation of a bulk request on one redirect, which its source and its state as a draft name. */
export type RedirectOperation =
  | {
      readonly kind: 'put';
      readonly source: string;
      readonly draft: boolean;
      readonly destination: RedirectDestination;
      readonly permanent?: boolean | undefined;
      readonly captureWildcard?: boolean | undefined;
    }
  | { readonly kind: 'delete'; readonly source: string; readonly draft: boolean }
  | { readonly kind: 'publish'; readonly source: string };

/** Result of an operation. Deleting a redirect that does not exist has the same result. */
export type RedirectResult =
  | { readonly status: 'created' | 'updated' | 'published'; readonly redirect: SiteRedirectState }
  | { readonly status: 'deleted'; readonly source: string; readonly draft: boolean };

interface StoredRedirects {
  readonly live: SiteRedirect | undefined;
  readonly draft: SiteRedirect | undefined;
}

/**
 * Applies operations to the redirects of a locked site (`lockSite`).
 * @param mayReplace targets whose redirects may be replaced or deleted
 * @throws Invalid for a malformed or repeated source or a draft that does not exist, Conflict for a redirect that must
 * not be replaced or too many redirects
 */
export async function upsertRedirects(
  { work, ids, now }: { readonly work: Work; readonly ids: { next(): Id }; readonly now: string },
  { organizationId, siteId, mayReplace }: OfSite & { readonly mayReplace: readonly (Id | '')[] },
  operations: readonly RedirectOperation[],
): Promise<readonly RedirectResult[]> {
  const sources = operations.map(({ source }, i) => sourceOf(source, `redirects.${i}.source`));
  requireEachOnce(operations, sources);
  const stored = await redirectsOf(work, siteId, sources);
  const exists = ({ draft }: { readonly draft: boolean }, i: number): boolean =>
    stored.get(sources[i]!)?.[draft ? 'draft' : 'live'] !== undefined;
  const added = operations.filter((one, i) => one.kind === 'put' && !exists(one, i)).length;
  const deleted = operations.filter((one, i) => one.kind === 'delete' && exists(one, i)).length;
  await requireRoom(work, siteId, added - deleted);
  const results: RedirectResult[] = [];
  for (const [i, operation] of operations.entries()) {
    const source = sources[i]!;
    const { live, draft } = stored.get(source) ?? { live: undefined, draft: undefined };
    const named = operation.kind !== 'publish' && operation.draft ? draft : live;
    for (const one of operation.kind === 'publish' ? [live, draft] : [named])
      if (one !== undefined && !mayReplace.includes(one.snapshot().target))
        throw new Conflict('the site already has a redirect from this source');
    switch (operation.kind) {
      case 'put': {
        const { kind: _, ...input } = operation;
        named?.change(input, now);
        const redirect =
          named ?? SiteRedirect.create({ id: ids.next(), organizationId, siteId, createdAt: now, ...input });
        await work.siteRedirects.save(redirect);
        results.push({ status: named === undefined ? 'created' : 'updated', redirect: redirect.snapshot() });
        break;
      }
      case 'delete':
        if (named !== undefined) await remove(work, named);
        results.push({ status: 'deleted', source, draft: operation.draft });
        break;
      case 'publish': {
        if (draft === undefined) throw Invalid.field(`redirects.${i}.source`, 'has no draft to publish');
        const { destination, permanent, captureWildcard } = draft.snapshot();
        const published = live ?? draft;
        if (live !== undefined) await remove(work, draft);
        published.change({ destination, permanent, captureWildcard, draft: false }, now);
        await work.siteRedirects.save(published);
        results.push({ status: 'published', redirect: published.snapshot() });
      }
    }
  }
  return results;
}

/**
 * Requires that the site may have more redirects.
 * @throws Conflict
 */
export async function requireRoom(work: Work, siteId: SiteId, more: number): Promise<void> {
  if (more > 0 && (await work.siteRedirects.count({ siteId })) + more > MAX_SITE_REDIRECTS)
    throw new Conflict(`a site can have at most ${MAX_SITE_REDIRECTS} redirects`);
}

async function remove(work: Work, redirect: SiteRedirect): Promise<void> {
  redirect.remove();
  await work.siteRedirects.delete(redirect);
}

/** Requires that no two operations are about the same redirect; publishing is about both of a source. */
function requireEachOnce(operations: readonly RedirectOperation[], sources: readonly string[]): void {
  const seen = new Set<string>();
  for (const [i, operation] of operations.entries()) {
    const kinds = operation.kind === 'publish' ? ['live', 'draft'] : [operation.draft ? 'draft' : 'live'];
    for (const kind of kinds) {
      const key = `${kind} ${sources[i]!}`;
      if (seen.has(key)) throw Invalid.field(`redirects.${i}.source`, 'is used twice');
      seen.add(key);
    }
  }
}

async function redirectsOf(
  work: Work,
  siteId: SiteId,
  sources: readonly string[],
): Promise<ReadonlyMap<string, StoredRedirects>> {
  const unique = [...new Set(sources)];
  const { items } = await work.siteRedirects.list({ siteId, source: unique }, { limit: unique.length * 2 });
  const stored = new Map<string, StoredRedirects>();
  for (const redirect of items) {
    const { source, draft } = redirect.snapshot();
    const { live, draft: drafted } = stored.get(source) ?? { live: undefined, draft: undefined };
    stored.set(source, draft ? { live, draft: redirect } : { live: redirect, draft: drafted });
  }
  return stored;
}

function sourceOf(text: string, field: string): string {
  const read = parseRedirectSource(text);
  if ('problem' in read) throw Invalid.field(field, read.problem);
  return read.source;
}
