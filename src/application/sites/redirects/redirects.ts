import { DomainError, Invalid } from '../../../domain/kernel/errors.ts';
import type { SiteRedirectId } from '../../../domain/kernel/id.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import {
  SiteRedirect,
  type RedirectDestination,
  type RedirectInput,
  type SiteRedirectState,
} from '../../../domain/sites/site-redirect.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { Finders } from '../../../ports/kernel/unit-of-work.ts';
import type { RedirectOrder } from '../../../ports/sites/site-reads.ts';
import { command, query, type QueryContext } from '../../kernel/use-case.ts';
import { inSite, type InSite, type InOrganizationScope } from '../../kernel/scope.ts';
import { readStructure } from '../structure/change-structure.ts';
import { lockSite } from '../structure/load-structure.ts';
import { upsertRedirects, requireRoom, type RedirectOperation, type RedirectResult } from './upsert-redirects.ts';
import { resolveDestinations, type RedirectDestinationInput } from './redirect-destinations.ts';
import { listVisibleTargets, type VisibleStructure } from '../structure/structure-views.ts';

/** Maximum number of redirects in one bulk request. */
export const MAX_BULK_REDIRECTS = 500;

type OfRedirect = InSite & { readonly siteRedirectId: SiteRedirectId };
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

/** Resolves destinations, or gives the error by which each is refused. */
async function checkDestinations(
  context: QueryContext<InOrganizationScope, 'publicUrl' | 'content' | 'siteContent' | 'computedOutlines' | 'tokens'>,
  of: InSite,
  inputs: readonly RedirectDestinationInput[],
) {
  const seen = await readStructure(context, of);
  const site = (await context.read.sites.get({ id: of.siteId, organizationId: of.organizationId })).snapshot();
  const at = new SiteUrls(context.publicUrl);
  const homes = [at.byBasename(site), at.byHostname(site), at.byProxy(site)].filter((home) => home !== undefined);
  return { seen, destinations: await resolveDestinations(context, { seen, homes }, inputs) };
}

/** Returns a destination that was resolved. @throws NotFound, Invalid */
function requireResolved(destination: RedirectDestination | DomainError): RedirectDestination {
  if (destination instanceof DomainError) throw destination;
  return destination;
}

/** Lists the redirects of a site, without those to spaces that the caller cannot see. */
export const listSiteRedirects = query<
  InSite & { draft?: boolean; search?: string; orderBy: RedirectOrder; page: PageRequest }
>()({
  name: 'listSiteRedirects',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'content'],
  async run(context, { page, draft, search, orderBy, ...of }): Promise<Page<SiteRedirectState>> {
    const targets = listVisibleTargets(await readStructure(context, of));
    return context.read.sitesOf.listRedirects(of.siteId, { targets, draft, search }, orderBy, page);
  },
});

/**
 * Creates a redirect from a path of a site to a page, section, site space or external URL. Fails with `Conflict` when
 * the site has a redirect from the path or 10,000 redirects already.
 */
export const createSiteRedirect = command<InSite & { body: SiteRedirectInput }>()({
  name: 'createSiteRedirect',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'publicUrl', 'content', 'siteContent', 'computedOutlines', 'tokens'],
  async prepare(context, { body, ...of }): Promise<RedirectInput> {
    const { destinations } = await checkDestinations(context, of, [body.destination]);
    return { ...body, destination: requireResolved(destinations[0]!) };
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
  needs: ['publicUrl', 'content', 'siteContent', 'computedOutlines', 'tokens'],
  async prepare(context, { body: { destination, ...change }, ...of }): Promise<Partial<RedirectInput>> {
    const { seen, destinations } = await checkDestinations(context, of, destination === undefined ? [] : [destination]);
    await getVisibleRedirect(context.read, seen, of);
    return { ...change, ...(destination !== undefined && { destination: requireResolved(destinations[0]!) }) };
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

/**
 * Creates, updates, deletes and publishes up to 500 redirects of a site, each for itself: one that is refused has its
 * reason in its result, and the others are done. A live redirect and a draft can have the same path; each is named by the
 * path and the intent. For one that exists, fields that are omitted keep their value. Fails with `Invalid`, without any
 * change, when fields of a redirect exclude each other.
 */
export const bulkUpsertSiteRedirects = command<InSite & { body: { redirects: readonly BulkRedirectInput[] } }>()({
  name: 'bulkUpsertSiteRedirects',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'publicUrl', 'content', 'siteContent', 'computedOutlines', 'tokens'],
  async prepare(
    context,
    { body: { redirects }, ...of },
  ): Promise<{ readonly operations: readonly RedirectOperation[]; readonly seen: VisibleStructure }> {
    const operations = redirects.map((one, i) => operationOf(one, `redirects.${i}`));
    const inputs = operations.flatMap((one) => ('destination' in one ? [one.destination] : []));
    const { seen, destinations } = await checkDestinations(context, of, inputs);
    const resolved = new Map(inputs.map((input, i) => [input, destinations[i]!]));
    return {
      seen,
      operations: operations.map((one) =>
        'destination' in one ? { ...one, destination: resolved.get(one.destination)! } : one,
      ),
    };
  },
  async run({ work, ids, now }, { organizationId, siteId }, { operations, seen }): Promise<readonly RedirectResult[]> {
    await lockSite(work, organizationId, siteId);
    return upsertRedirects(
      { work, ids, now },
      { organizationId, siteId, mayReplace: listVisibleTargets(seen) },
      operations,
    );
  },
});

/** A redirect of a bulk request; `destination` null deletes the redirect, and `intent` names a live one by default. */
export interface BulkRedirectInput extends Omit<Partial<SiteRedirectInput>, 'source' | 'destination'> {
  readonly source: string;
  readonly destination?: RedirectDestinationInput | null | undefined;
  readonly intent?: 'live' | 'draft' | 'publish' | undefined;
}

type OperationInput =
  | Exclude<RedirectOperation, { readonly kind: 'put' }>
  | (Omit<Extract<RedirectOperation, { readonly kind: 'put' }>, 'destination'> & {
      readonly destination: RedirectDestinationInput;
    });

/** @throws Invalid for fields that exclude each other */
function operationOf(input: BulkRedirectInput, field: string): OperationInput {
  const { source, destination, intent, draft, permanent, captureWildcard } = input;
  if (draft !== undefined && intent !== undefined)
    throw Invalid.field(`${field}.draft`, 'must be omitted beside intent');
  if (intent === 'publish') {
    const extraField = Object.entries({ destination, permanent, captureWildcard }).find(
      ([, value]) => value !== undefined,
    );
    if (extraField !== undefined)
      throw Invalid.field(`${field}.${extraField[0]}`, 'must be omitted to publish a draft');
    return { kind: 'publish', source };
  }
  const isDraft = draft ?? intent === 'draft';
  if (destination === undefined) throw Invalid.field(`${field}.destination`, 'is required');
  return destination === null
    ? { kind: 'delete', source, draft: isDraft }
    : { kind: 'put', source, draft: isDraft, destination, permanent, captureWildcard };
}
