import { Invalid } from '../../../domain/kernel/errors.ts';
import type { Id, SiteId, SiteSpaceId } from '../../../domain/kernel/id.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { ANONYMOUS_VISITOR, type Claims, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { parseVisitorProof, type VisitorProof } from '../../../domain/sites/audience/visitor-proof.ts';
import type { VisitorResolver } from '../../kernel/authorizer.ts';
import type { SiteVisitor } from '../../kernel/scope.ts';
import type { Reads, Services } from '../../kernel/services.ts';
import { mergeCustomizations } from '../customizations.ts';
import { SiteAddress } from '../reader/site-address.ts';
import { buildSiteMap, type SiteMap } from '../reader/site-map.ts';
import { holdsProof, type ProofReads } from './visitor-proofs.ts';
import { HOUR_MS, MINUTE_MS } from '../../../domain/kernel/time.ts';

/** Time for which a content token is valid, in milliseconds. */
const CONTENT_TOKEN_MS = HOUR_MS;
/**
 * Least time for which a content token is valid, in milliseconds, even when the visitor's own token expires sooner:
 * clients treat tokens that expire within two minutes as expired.
 */
const MIN_CONTENT_TOKEN_MS = 3 * MINUTE_MS;
/** Maximum length of a content token, so that it fits into a header. */
const MAX_CONTENT_TOKEN_LENGTH = 12_000;
/** Maximum number of spaces that a token lists; they are informative. */
const MAX_LISTED_SPACES = 50;

const PURPOSE = 'content tokens of sites';
const KIND = 'site';
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Visitor and content that a token is issued for. */
export interface ContentTokenInput {
  readonly site: SiteState;
  readonly visitor: Visitor;
  readonly proof: VisitorProof;
  /** Content at the resolved URL. */
  readonly siteSectionId?: Id;
  readonly siteSpaceId: Id;
  readonly spaceId: Id;
  /** Spaces that the visitor may read. */
  readonly spaceIds: readonly Id[];
  /** Expiry of the visitor's own token, ISO 8601. */
  readonly visitorExpiresAt?: string | undefined;
}

type Dependencies = Pick<Services, 'claims' | 'secretBox' | 'visitorTokens' | 'publicUrl'>;

/**
 * Issues a content token: a JSON Web Token with which a visitor of a published site reads its content through the API.
 * Valid for an hour, or until the visitor's own token expires.
 * @param now ISO 8601
 * @throws Invalid when the claims of the visitor are too long
 */
export async function issueContentToken(
  { claims, secretBox, publicUrl }: Dependencies,
  { site, visitor, proof, siteSectionId, siteSpaceId, spaceId, spaceIds, visitorExpiresAt }: ContentTokenInput,
  now: string,
): Promise<string> {
  const from = Date.parse(now);
  const until = Math.min(
    from + CONTENT_TOKEN_MS,
    Math.max(visitorExpiresAt === undefined ? Infinity : Date.parse(visitorExpiresAt), from + MIN_CONTENT_TOKEN_MS),
  );
  const payload = {
    kind: KIND,
    organization: site.organizationId,
    site: site.id,
    ...(siteSectionId !== undefined && { siteSection: siteSectionId }),
    siteSpace: siteSpaceId,
    space: spaceId,
    spaces: [...new Set([spaceId, ...spaceIds])].slice(0, MAX_LISTED_SPACES),
    ...(visitor.claims !== undefined && { claims: visitor.claims }),
    proof,
    iss: publicUrl,
    // The exact time, as revisions that were replaced before it are not readable.
    issuedAt: now,
    iat: Math.floor(from / 1000),
    exp: Math.ceil(until / 1000),
  };
  const token = await claims.signWithSecret(payload, secretBox.derive(PURPOSE));
  if (token.length > MAX_CONTENT_TOKEN_LENGTH) throw Invalid.field('visitor', 'has more claims than fit into a token');
  return token;
}

/** Resolves content tokens of site visitors. */
export class ContentTokens implements VisitorResolver {
  constructor(private readonly dependencies: Dependencies & { readonly read: ProofReads & Pick<Reads, 'sitesOf'> }) {}

  isContentToken(secret: string): boolean {
    return secret.length <= MAX_CONTENT_TOKEN_LENGTH && TOKEN.test(secret);
  }

  async resolve(token: string, now: string): Promise<SiteVisitor | undefined> {
    const { read, secretBox, visitorTokens, publicUrl } = this.dependencies;
    const verified = await visitorTokens.verifyWithSecret(token, secretBox.derive(PURPOSE), now);
    if (verified === undefined) return undefined;
    const { kind, iss, site: siteId, organization, claims, issuedAt, proof: carried } = verified.claims;
    const proof = parseVisitorProof(carried);
    if (kind !== KIND || iss !== publicUrl || proof === undefined) return undefined;
    const found = await read.sitesOf.findPublished({ id: siteId as SiteId });
    if (found === undefined || found.site.organizationId !== organization) return undefined;
    if (!(await holdsProof(read, found.site, proof, now))) return undefined;
    const { site } = found;
    const visitor = {
      ...ANONYMOUS_VISITOR,
      claims: site.adaptiveContent ? ((claims as Claims | undefined) ?? { unsigned: {} }) : undefined,
    };
    const map = buildSiteMap(found, new SiteAddress(new SiteUrls(publicUrl).canonical(site)), visitor);
    return {
      organizationId: site.organizationId,
      siteId: site.id,
      issuedAt: issuedAt as string,
      visitor,
      siteSpaces: new Map(map.variants.map(({ siteSpace }): [Id, SiteSpaceId] => [siteSpace.spaceId, siteSpace.id])),
      spacesWithEditLinks: spacesWithEditLinks(map),
      proof,
    };
  }
}

/** Lists the spaces whose pages link to their repository. */
function spacesWithEditLinks({ variants, customizations, site }: SiteMap): ReadonlySet<Id> {
  const { site: common, siteSpaces } = customizations ?? mergeCustomizations(site.title, []);
  return new Set(
    variants.flatMap(({ siteSpace }) =>
      (siteSpaces.get(siteSpace.id) ?? common).git.showEditLink ? [siteSpace.spaceId] : [],
    ),
  );
}
