import { isId, type Id } from '../../../domain/kernel/id.ts';
import { validateClaims, parseClaims } from '../../../domain/sites/audience/claims.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { ANONYMOUS_VISITOR, type Claims, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import type { Viewer } from '../../../ports/kernel/viewer.ts';
import type { VerifiedToken } from '../../../ports/sites/visitor-tokens.ts';
import type { Reads, Services } from '../../kernel/services.ts';
import { networkOf, consumeAttempts } from '../../sessions/rate-limits.ts';
import { findVisitorSchema } from './adaptive-schema.ts';
import { isPermitted } from '../../permissions/is-permitted.ts';
import { getPublishingAuth, signingKey } from './publishing-auth.ts';
import { findPreviewer } from './publishing-preview.ts';
import { isShareKey } from '../shared-root.ts';

/** What a reader brings to a site, as it came. */
export interface VisitorCredentials {
  readonly shareKey?: string | undefined;
  readonly previewPass?: string | undefined;
  readonly token?: string | undefined;
  /** What it says of itself: now, name by name, and what it was given to keep before. */
  readonly submittedClaims?: readonly (readonly [name: string, text: string])[];
  readonly storedClaims?: Claims | undefined;
  /** From where it comes. */
  readonly address?: string | undefined;
}

/** Who came. */
export interface IdentifiedVisitor {
  readonly visitor: Visitor;
  /** The token that was brought, where it is good. */
  readonly token?: VerifiedToken;
  /** By whose right the site is looked at beforehand. */
  readonly previewer?: Viewer;
  /** What it says of itself, as far as the site knows of such; undefined where it said nothing now. */
  readonly unsignedClaims?: Claims;
}

type Dependencies = Pick<
  Services,
  'attempts' | 'clock' | 'publicUrl' | 'sealer' | 'secretBox' | 'tokens' | 'visitorTokens'
> & {
  readonly read: Pick<
    Reads,
    'library' | 'organizationKeys' | 'siteAdaptiveSchemas' | 'sitePublishingAuths' | 'siteShareLinks'
  >;
};

/** The longest token, so that browsers keep it as a cookie. */
export const MAX_TOKEN_LENGTH = 3500;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** So many networks are remembered that have no tries left. */
const MAX_BLOCKED_NETWORKS = 10_000;

/** Looks at what readers of sites bring. What is wrong in any way is as good as nothing. */
export class VisitorIdentifier {
  readonly #homes: SiteUrls;
  /** Until when, by networks. */
  readonly #blockedNetworks = new Map<string, number>();

  constructor(private readonly means: Dependencies) {
    this.#homes = new SiteUrls(means.publicUrl);
  }

  async identify(site: SiteState, brought: VisitorCredentials): Promise<IdentifiedVisitor> {
    const now = this.means.clock.now();
    const { shareKey, previewPass, token: text } = brought;
    const previewer = previewPass === undefined ? undefined : await findPreviewer(this.means, previewPass, site, now);
    const hasShareKey =
      shareKey !== undefined &&
      site.visibility === 'share-link' &&
      (await this.#isShareKey(site.id, shareKey, brought.address, now));
    const asksForToken = site.visibility === 'visitor-auth' || site.adaptiveContent;
    const token = text === undefined || !asksForToken ? undefined : await this.#verified(site, text, now);
    const isPreviewing = previewer !== undefined;
    const claims = site.adaptiveContent ? await this.#claims(site, brought, token) : undefined;
    // Who looks at all there is says nothing.
    const { own, said } = claims ?? {};
    const known =
      isPreviewing && own !== undefined && Object.keys(own['unsigned'] as Claims).length === 0 ? undefined : own;
    return {
      visitor: { ...ANONYMOUS_VISITOR, hasShareKey, hasToken: token !== undefined, isPreviewing, claims: known },
      ...(token !== undefined && { token }),
      ...(previewer !== undefined && { previewer }),
      ...(said !== undefined && { unsignedClaims: said }),
    };
  }

  async #claims(
    { id }: SiteState,
    { submittedClaims: said = [], storedClaims: kept = {} }: VisitorCredentials,
    token: VerifiedToken | undefined,
  ): Promise<{ readonly own: Claims; readonly said?: Claims }> {
    const schema = await findVisitorSchema(this.means.read, id);
    const now = parseClaims(schema, said);
    const own = validateClaims(schema, token?.claims ?? {}, { ...kept, ...now });
    return { own, ...(Object.keys(now).length > 0 && { said: own['unsigned'] as Claims }) };
  }

  /** Keys are tried so often only from one network; whoever has no tries left has no right key either. */
  async #isShareKey(siteId: Id, key: string, address: string | undefined, now: string): Promise<boolean> {
    const network = networkOf(address);
    if ((this.#blockedNetworks.get(network) ?? 0) > Date.parse(now)) return false;
    this.#blockedNetworks.delete(network);
    if (await isShareKey(this.means, siteId, key)) return true;
    const wait = await consumeAttempts(this.means.attempts, [['link', network]], now);
    if (wait > 0) this.#blockedNetworks.set(network, Date.parse(now) + wait * 1000);
    if (this.#blockedNetworks.size > MAX_BLOCKED_NETWORKS)
      this.#blockedNetworks.delete(this.#blockedNetworks.keys().next().value!);
    return false;
  }

  /** What a token says that is signed for this very site: with its key, or by its organization for one of its members. */
  async #verified(site: SiteState, token: string, now: string): Promise<VerifiedToken | undefined> {
    if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return undefined;
    const { read, visitorTokens } = this.means;
    const named = visitorTokens.readKeyId(token);
    // Whatever a token names, only an id is looked for.
    const organizationKey =
      named === undefined || !isId(named)
        ? undefined
        : await read.organizationKeys.find({ organizationId: site.organizationId, id: named });
    if (organizationKey !== undefined) {
      const verified = await visitorTokens.verifyWithPublicKey(token, organizationKey.snapshot().publicKey, now);
      return verified !== undefined && (await this.#isOfMember(site, verified)) ? verified : undefined;
    }
    const auth = await getPublishingAuth(read, site.id, site.organizationId);
    for (const keyNumber of auth.validKeyNumbers(now)) {
      const verified = await visitorTokens.verifyWithSecret(token, signingKey(this.means, site.id, keyNumber), now);
      if (verified !== undefined) return this.#isMeantFor(site, verified) ? verified : undefined;
    }
    return undefined;
  }

  /** The key is the site's alone, so a token need not say for whom it is; one that does says the site. */
  #isMeantFor(site: SiteState, { claims: { aud } }: VerifiedToken): boolean {
    if (aud === undefined) return true;
    const urls = [this.#homes.byBasename(site), this.#homes.canonical(site)];
    const names = new Set([site.id, ...urls, ...urls.map((url) => url.slice(0, -1))]);
    return (Array.isArray(aud) ? aud : [aud]).some((one) => names.has(one as string));
  }

  async #isOfMember(
    { organizationId }: SiteState,
    { claims: { iss, aud, sub, via } }: VerifiedToken,
  ): Promise<boolean> {
    return (
      iss === this.means.publicUrl &&
      aud === organizationId &&
      typeof sub === 'string' &&
      isPermitted(this.means.read, 'sites:view', {
        organizationId,
        userId: sub,
        via: typeof via === 'string' ? via : null,
      })
    );
  }
}
