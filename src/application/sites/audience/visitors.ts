import { LRUCache } from 'lru-cache';
import { isId, type SiteId, type UserId } from '../../../domain/kernel/id.ts';
import { UNSIGNED_CLAIMS } from '../../../domain/sites/audience/claim-schema.ts';
import { validateClaims, parseClaims } from '../../../domain/sites/audience/claims.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { ANONYMOUS_VISITOR, type Claims, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import type { VisitorProof } from '../../../domain/sites/audience/visitor-proof.ts';
import type { Viewer } from '../../../ports/kernel/viewer.ts';
import type { VerifiedToken } from '../../../ports/sites/visitor-tokens.ts';
import type { Reads, Services } from '../../kernel/services.ts';
import { networkOf, consumeAttempts } from '../../sessions/rate-limits.ts';
import { findVisitorSchema } from './adaptive-schema.ts';
import { isPermitted } from '../../permissions/is-permitted.ts';
import { getPublishingAuth, signingKey } from './publishing-auth.ts';
import { findPreview } from './publishing-preview.ts';
import { isShareKey } from '../shared-root.ts';

/** Unverified credentials that a visitor sends to a site. */
export interface VisitorCredentials {
  readonly shareKey?: string | undefined;
  readonly previewPass?: string | undefined;
  readonly token?: string | undefined;
  /** Claims without a signature: those in the request, by name, and those stored in the visitor's cookie. */
  readonly submittedClaims?: readonly (readonly [name: string, text: string])[];
  readonly storedClaims?: Claims | undefined;
  /** Network address of the visitor. */
  readonly address?: string | undefined;
}

/** A visitor with verified credentials. */
export interface IdentifiedVisitor {
  readonly visitor: Visitor;
  /** Verified token of the visitor. */
  readonly token?: VerifiedToken;
  /** Proof that the token gives; absent without a token. */
  readonly proof?: VisitorProof;
  /** User whose permission a preview relies on. */
  readonly previewer?: Viewer;
  /** Claims of the request that the site's schema allows; undefined when the request has none. */
  readonly unsignedClaims?: Claims;
}

type Dependencies = Pick<
  Services,
  'attempts' | 'clock' | 'publicUrl' | 'sealer' | 'secretBox' | 'tokens' | 'visitorTokens'
> & {
  readonly read: Pick<
    Reads,
    'organizationKeys' | 'siteAdaptiveSchemas' | 'sitePublishingAuths' | 'siteShareLinks' | 'sitesOf' | 'spacesOf'
  >;
};

/** Maximum length of a token, small enough to be stored as a cookie. */
const MAX_TOKEN_LENGTH = 3500;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Number of networks remembered as having exhausted their attempts. */
const MAX_BLOCKED_NETWORKS = 10_000;

/** Verifies the credentials of visitors. Invalid credentials are ignored. */
export class VisitorIdentifier {
  readonly #homes: SiteUrls;
  /** End of the block in milliseconds, by network. */
  readonly #blockedNetworks = new LRUCache<string, number>({ max: MAX_BLOCKED_NETWORKS });

  constructor(private readonly dependencies: Dependencies) {
    this.#homes = new SiteUrls(dependencies.publicUrl);
  }

  async identify(site: SiteState, credentials: VisitorCredentials): Promise<IdentifiedVisitor> {
    const now = this.dependencies.clock.now();
    const { shareKey, previewPass, token: text } = credentials;
    const preview =
      previewPass === undefined ? undefined : await findPreview(this.dependencies, previewPass, site, now);
    const hasShareKey =
      shareKey !== undefined &&
      site.visibility === 'share-link' &&
      (await this.#isShareKey(site.id, shareKey, credentials.address, now));
    const asksForToken = site.visibility === 'visitor-auth' || site.adaptiveContent;
    const verified = text === undefined || !asksForToken ? undefined : await this.#verified(site, text, now);
    const token = verified?.token;
    const isPreviewing = preview !== undefined;
    const claims = site.adaptiveContent ? await this.#claims(site, credentials, token, preview?.claims) : undefined;
    const { own, submitted } = claims ?? {};
    // A preview without claims shows all content; with claims, a site that adapts to nobody shows none that is conditional.
    const showsAll =
      isPreviewing &&
      preview.claims === undefined &&
      (own === undefined || Object.keys(own[UNSIGNED_CLAIMS] as Claims).length === 0);
    const known = showsAll ? undefined : isPreviewing ? (own ?? { [UNSIGNED_CLAIMS]: {} }) : own;
    return {
      visitor: {
        ...ANONYMOUS_VISITOR,
        hasShareKey,
        hasToken: token !== undefined,
        isPreviewing,
        showsDrafts: preview?.draft === true,
        claims: known,
      },
      ...(verified !== undefined && verified),
      ...(preview !== undefined && { previewer: preview.viewer }),
      ...(submitted !== undefined && { unsignedClaims: submitted }),
    };
  }

  async #claims(
    { id }: SiteState,
    { submittedClaims: submitted = [], storedClaims: kept = {} }: VisitorCredentials,
    token: VerifiedToken | undefined,
    previewed: Claims = {},
  ): Promise<{ readonly own: Claims; readonly submitted?: Claims }> {
    const schema = await findVisitorSchema(this.dependencies.read, id);
    const now = parseClaims(schema, submitted);
    const unsigned = previewed[UNSIGNED_CLAIMS];
    const stated = typeof unsigned === 'object' && unsigned !== null ? (unsigned as Claims) : {};
    const own = validateClaims(schema, { ...token?.claims, ...previewed }, { ...stated, ...kept, ...now });
    return { own, ...(Object.keys(now).length > 0 && { submitted: own['unsigned'] as Claims }) };
  }

  /**
   * Tells whether a key opens the site. Failed attempts are limited per network; a blocked network fails even with a
   * valid key.
   */
  async #isShareKey(siteId: SiteId, key: string, address: string | undefined, now: string): Promise<boolean> {
    const network = networkOf(address);
    if ((this.#blockedNetworks.get(network) ?? 0) > Date.parse(now)) return false;
    if (await isShareKey(this.dependencies, siteId, key)) return true;
    const wait = await consumeAttempts(this.dependencies.attempts, [['link', network]], now);
    if (wait > 0) this.#blockedNetworks.set(network, Date.parse(now) + wait * 1000);
    return false;
  }

  /**
   * Verifies a token for the site: signed with the site's key, or with a key of its organization for one of its
   * members. Undefined when invalid.
   */
  async #verified(
    site: SiteState,
    token: string,
    now: string,
  ): Promise<{ readonly token: VerifiedToken; readonly proof: VisitorProof } | undefined> {
    if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return undefined;
    const { read, visitorTokens } = this.dependencies;
    const named = visitorTokens.readKeyId(token);
    // The key id in the token is untrusted; only ids are looked up.
    const organizationKey =
      named === undefined || !isId(named)
        ? undefined
        : await read.organizationKeys.find({ organizationId: site.organizationId, id: named });
    if (organizationKey !== undefined) {
      const verified = await visitorTokens.verifyWithPublicKey(token, organizationKey.snapshot().publicKey, now);
      if (verified === undefined || !(await this.#isOfMember(site, verified))) return undefined;
      const { sub, via } = verified.claims;
      return {
        token: verified,
        proof: { kind: 'member', userId: sub as UserId, via: typeof via === 'string' ? via : null },
      };
    }
    const auth = await getPublishingAuth(read, site.id, site.organizationId);
    for (const keyNumber of auth.validKeyNumbers(now)) {
      const verified = await visitorTokens.verifyWithSecret(
        token,
        signingKey(this.dependencies, site.id, keyNumber),
        now,
      );
      if (verified !== undefined)
        return this.#isMeantFor(site, verified)
          ? { token: verified, proof: { kind: 'signing-key', keyNumber } }
          : undefined;
    }
    return undefined;
  }

  /**
   * Tells whether a token is intended for the site. The key belongs to one site, so the audience is optional; if
   * present, it must name the site.
   */
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
      iss === this.dependencies.publicUrl &&
      aud === organizationId &&
      typeof sub === 'string' &&
      isPermitted(this.dependencies.read, 'sites:view', {
        organizationId,
        userId: sub,
        via: typeof via === 'string' ? via : null,
      })
    );
  }
}
