import type { DomainEvent } from '../../../domain/kernel/aggregate.ts';
import type { OrganizationId, SiteId } from '../../../domain/kernel/id.ts';
import { PublishingAuth, type PublishingAuthState } from '../../../domain/sites/audience/publishing-auth.ts';
import type { Finders } from '../../../ports/kernel/unit-of-work.ts';
import type { Services } from '../../kernel/services.ts';
import { command, query, type CommandContext } from '../../kernel/use-case.ts';
import { inSite, type InSite, type InOrganizationScope } from '../../kernel/scope.ts';
import { loadStructure, lockSite } from '../structure/load-structure.ts';
import { requireAudience } from './audience-rights.ts';

/** Settings for visitor authentication, as managers of the site see them. */
export interface PublishingAuthView {
  readonly auth: PublishingAuthState;
  /** Secret that signs the tokens of visitors. */
  readonly privateKey: string;
}

/** Loads the settings for visitor authentication of a site, with defaults. */
export const getPublishingAuth = async (
  from: Pick<Finders, 'sitePublishingAuths'>,
  siteId: SiteId,
  organizationId: OrganizationId,
): Promise<PublishingAuth> =>
  (await from.sitePublishingAuths.find({ id: siteId })) ?? PublishingAuth.create(siteId, organizationId);

/** Derives the signing key with this number of a site; the key is not stored. */
export const signingKey = ({ secretBox }: Pick<Services, 'secretBox'>, siteId: SiteId, keyNumber: number): string =>
  secretBox.derive(`signing key ${keyNumber} of site ${siteId}`);

const publishingAuthView = (
  auth: PublishingAuthState,
  dependencies: Pick<Services, 'secretBox'>,
): PublishingAuthView => ({
  auth,
  privateKey: signingKey(dependencies, auth.id, auth.keyNumber),
});

/** Event of an answer with the signing key of a site. */
const signingKeyShown = (siteId: SiteId): DomainEvent => ({ type: 'site.signing-key-shown', aggregateId: siteId });

async function changePublishingAuth(
  context: CommandContext<InOrganizationScope, 'secretBox' | 'content'>,
  { organizationId, siteId }: InSite,
  change: (auth: PublishingAuth) => void,
): Promise<PublishingAuthView> {
  const { work } = context;
  const site = await lockSite(work, organizationId, siteId);
  await requireAudience(context, await loadStructure(work, site.snapshot()));
  const auth = await getPublishingAuth(work, siteId, organizationId);
  change(auth);
  await work.sitePublishingAuths.save(auth);
  work.events.record(signingKeyShown(siteId));
  return publishingAuthView(auth.snapshot(), context);
}

/**
 * Gets the settings for visitor authentication of a site, with the key that signs visitor tokens. Requires the
 * permission `space:grant` on each space of the site; read-only tokens are refused. The audit log records the request.
 */
export const getSitePublishingAuthById = query<InSite>()({
  name: 'getSitePublishingAuthById',
  returnsSecret: true,
  requires: 'site:manage',
  scope: inSite,
  needs: ['secretBox', 'content'],
  auditEvent: ({ siteId }) => signingKeyShown(siteId),
  async run(context, { organizationId, siteId }): Promise<PublishingAuthView> {
    const { read } = context;
    const site = await read.sites.get({ id: siteId, organizationId });
    await requireAudience(context, await loadStructure(read, site.snapshot()));
    return publishingAuthView((await getPublishingAuth(read, siteId, organizationId)).snapshot(), context);
  },
});

/**
 * Updates the settings for visitor authentication of a site. Requires the permission `space:grant` on each space of the
 * site. The answer has the key that signs visitor tokens, and the audit log records that.
 */
export const updateSitePublishingAuthById = command<
  InSite & { body: { backend?: 'custom'; fallbackURL?: string | null } }
>()({
  name: 'updateSitePublishingAuthById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['secretBox', 'content'],
  run: (context, { body: { fallbackURL }, ...of }) =>
    changePublishingAuth(context, of, (auth) => {
      if (fallbackURL !== undefined) auth.changeFallbackUrl(fallbackURL);
    }),
});

/**
 * Replaces the key that signs visitor tokens of a site. Tokens signed with the previous key are accepted for one more
 * hour. Requires the permission `space:grant` on each space of the site.
 */
export const regenerateSitePublishingAuthById = command<InSite>()({
  name: 'regenerateSitePublishingAuthById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['secretBox', 'content'],
  run: (context, of) => changePublishingAuth(context, of, (auth) => auth.rotateKey(context.now)),
});
