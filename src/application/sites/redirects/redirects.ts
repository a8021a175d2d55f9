import { Conflict, Invalid } from '../../../domain/kernel/errors.ts';
import type { Id, SiteId, SiteRedirectId } from '../../../domain/kernel/id.ts';
import { parseRedirectSource } from '../../../domain/sites/redirect-source.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { SiteRedirect, type RedirectInput, type SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { Finders, Work } from '../../../ports/kernel/unit-of-work.ts';
import { command, query, type QueryContext } from '../../kernel/use-case.ts';
import { inSite } from '../../kernel/scope.ts';
import { readStructure, type OfSite, type Scope } from '../structure/change-structure.ts';
import { lockSite } from '../structure/load-structure.ts';
import { resolveDestinations, type RedirectDestinationInput } from './redirect-destinations.ts';
import { listVisibleTargets, type VisibleStructure } from '../structure/structure-views.ts';

/** Maximum number of redirects of a site. */
export const MAX_SITE_REDIRECTS = 10_000;
/** Maximum number of redirects in one bulk request. */
export const MAX_BULK_REDIRECTS = 500;

type OfRedirect = OfSite & { readonly siteRedirectId: SiteRedirectId };
type SiteRedirectInput = Omit<RedirectInput, 'destination'> & { readonly destination: RedirectDestinationInput };

/**
 * Finds a redirect whose target the caller may see.
 * @throws NotFound
 */
async function getVisibleRedirect(
  from: Pick<Finders, 'siteRedirects'>,
  seen: VisibleStructure,
  { siteId, siteRedirectId }: OfRedirect,
): Promise<SiteRedirect> {
  return from.siteRedirects.get({ id: siteRedirectId, siteId, target: listVisibleTargets(seen) });
}

async function checkDestinations(
  context: QueryContext<Scope, 'publicUrl' | 'content' | 'tokens'>,
  of: OfSite,
  inputs: readonly RedirectDestinationInput[],
  field: (index: number) => string,
) {
  const seen = await readStructure(context, of);
  const site = (await context.read.sites.get({ id: of.siteId, organizationId: of.organizationId })).snapshot();
  const at = new SiteUrls(context.publicUrl);
  const homes = [at.byBasename(site), at.byHostname(site), at.byProxy(site)].filter((home) => home !== undefined);
  return { seen, destinations: await resolveDestinations(context.content, { seen, homes }, inputs, field) };
}

/** Lists the redirects of a site, without those to spaces that the caller cannot see. */
export const listSiteRedirects = query<OfSite & { page: PageRequest }>()({
  name: 'listSiteRedirects',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'content'],
  async run(context, { page, ...of }): Promise<Page<SiteRedirectState>> {
    const { items, ...rest } = await context.read.siteRedirects.list(
      { siteId: of.siteId, target: listVisibleTargets(await readStructure(context, of)) },
      page,
    );
    return { items: items.map((one) => one.snapshot()), ...rest };
  },
});

/**
 * Creates a redirect from a path of a site to a page, section, site space or external URL. Fails with `Conflict` when
 * the site has a redirect from the path or 10,000 redirects already.
 */
export const createSiteRedirect = command<OfSite & { body: SiteRedirectInput }>()({
  name: 'createSiteRedirect',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'publicUrl', 'content', 'tokens'],
  async prepare(context, { body, ...of }): Promise<RedirectInput> {
    const { destinations } = await checkDestinations(context, of, [body.destination], () => 'destination');
    return { ...body, destination: destinations[0]! };
  },
  async run({ work, ids, now }, { organizationId, siteId }, input): Promise<SiteRedirectState> {
    await lockSite(work, organizationId, siteId);
    await requireRoom(work, siteId, 1);
    const redirect = SiteRedirect.create({ id: ids.next(), organizationId, siteId, createdAt: now, ...input });
    await work.siteRedirects.save(redirect);
    return redirect.snapshot();
  },
});

/** Updates a redirect of a site. Fields that are omitted keep their value. */
export const updateSiteRedirectById = command<OfRedirect & { body: Partial<SiteRedirectInput> }>()({
  name: 'updateSiteRedirectById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['publicUrl', 'content', 'tokens'],
  async prepare(context, { body: { destination, ...change }, ...of }): Promise<Partial<RedirectInput>> {
    const { seen, destinations } = await checkDestinations(
      context,
      of,
      destination === undefined ? [] : [destination],
      () => 'destination',
    );
    await getVisibleRedirect(context.read, seen, of);
    return { ...change, ...(destination !== undefined && { destination: destinations[0]! }) };
  },
  async run({ work, now }, { siteId, siteRedirectId }, change): Promise<SiteRedirectState> {
    const redirect = await work.siteRedirects.get({ id: siteRedirectId, siteId });
    redirect.change(change, now);
    await work.siteRedirects.save(redirect);
    return redirect.snapshot();
  },
});

/** Deletes a redirect of a site. */
export const deleteSiteRedirectById = command<OfRedirect>()({
  name: 'deleteSiteRedirectById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['tokens', 'content'],
  async run(context, { siteRedirectId, ...of }): Promise<boolean> {
    const { work } = context;
    const redirect = await work.siteRedirects.find({
      id: siteRedirectId,
      siteId: of.siteId,
      target: listVisibleTargets(await readStructure(context, of)),
    });
    if (redirect === undefined) return false;
    redirect.remove();
    await work.siteRedirects.delete(redirect);
    return true;
  },
});

/** A stored redirect, with whether it was created. */
export interface UpsertedRedirect {
  readonly redirect: SiteRedirectState;
  readonly created: boolean;
}

/**
 * Creates or updates up to 500 redirects of a site: all of them or none. For a path that has a redirect, fields that
 * are omitted keep their value. Fails with `Invalid` when a path is given twice, and with `Conflict` when the site
 * would have more than 10,000 redirects.
 */
export const bulkUpsertSiteRedirects = command<OfSite & { body: { redirects: readonly SiteRedirectInput[] } }>()({
  name: 'bulkUpsertSiteRedirects',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'publicUrl', 'content', 'tokens'],
  async prepare(
    context,
    { body: { redirects }, ...of },
  ): Promise<{ readonly inputs: readonly RedirectInput[]; readonly seen: VisibleStructure }> {
    const { seen, destinations } = await checkDestinations(
      context,
      of,
      redirects.map(({ destination }) => destination),
      (i) => `redirects.${i}.destination`,
    );
    return { seen, inputs: redirects.map((one, i) => ({ ...one, destination: destinations[i]! })) };
  },
  async run({ work, ids, now }, { organizationId, siteId }, { inputs, seen }): Promise<readonly UpsertedRedirect[]> {
    await lockSite(work, organizationId, siteId);
    return upsertRedirects(
      { work, ids, now },
      { organizationId, siteId, mayReplace: listVisibleTargets(seen) },
      inputs,
    );
  },
});

/**
 * Stores redirects of a locked site (`lockSite`); a redirect with the same source is replaced.
 * @param mayReplace targets whose redirects may be replaced; all when omitted
 * @throws Invalid for a malformed or repeated source, Conflict for a redirect that must not be replaced or too many
 * redirects
 */
export async function upsertRedirects(
  { work, ids, now }: { readonly work: Work; readonly ids: { next(): Id }; readonly now: string },
  { organizationId, siteId, mayReplace }: OfSite & { readonly mayReplace?: readonly (Id | '')[] },
  inputs: readonly RedirectInput[],
): Promise<readonly UpsertedRedirect[]> {
  const sources = inputs.map(({ source }, i) => sourceOf(source, `redirects.${i}.source`));
  const twice = sources.findIndex((source, i) => sources.indexOf(source) !== i);
  if (twice >= 0) throw Invalid.field(`redirects.${twice}.source`, 'is used twice');
  const known = new Map(
    (await work.siteRedirects.list({ siteId, source: sources }, { limit: sources.length })).items.map((one) => [
      one.snapshot().source,
      one,
    ]),
  );
  await requireRoom(work, siteId, sources.length - known.size);
  const results: UpsertedRedirect[] = [];
  for (const [i, source] of sources.entries()) {
    const before = known.get(source);
    if (before !== undefined && mayReplace?.includes(before.snapshot().target) === false)
      throw new Conflict('the site already has a redirect from this source');
    before?.change(inputs[i]!, now);
    const redirect =
      before ?? SiteRedirect.create({ id: ids.next(), organizationId, siteId, createdAt: now, ...inputs[i]! });
    await work.siteRedirects.save(redirect);
    results.push({ redirect: redirect.snapshot(), created: before === undefined });
  }
  return results;
}

function sourceOf(text: string, field: string): string {
  const read = parseRedirectSource(text);
  if ('problem' in read) throw Invalid.field(field, read.problem);
  return read.source;
}

async function requireRoom(work: Work, siteId: SiteId, more: number): Promise<void> {
  if (more > 0 && (await work.siteRedirects.count({ siteId })) + more > MAX_SITE_REDIRECTS)
    throw new Conflict(`a site can have at most ${MAX_SITE_REDIRECTS} redirects`);
}
