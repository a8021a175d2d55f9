import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Invalid } from '../kernel/errors.ts';
import type { Id, OrganizationId, SiteId } from '../kernel/id.ts';
import { applyCheck, createClaim, type HostnameClaim, type HostnameFinding } from './hostname-claim.ts';
import { findBasenameProblem, findHostnameProblem, findProxyProblem } from './site-names.ts';

export const SITE_TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;
export type SiteType = (typeof SITE_TYPES)[number];
export const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type SiteVisibility = (typeof SITE_VISIBILITIES)[number];

export const AGENTS_CONTEXTS = ['excluded', 'included'] as const;
export type AgentsContext = (typeof AGENTS_CONTEXTS)[number];

export interface SiteState extends State {
  readonly id: SiteId;
  readonly organizationId: OrganizationId;
  readonly type: SiteType;
  readonly title: string;
  readonly visibility: SiteVisibility;
  /** Name of the site in URLs; unique on the instance. */
  readonly basename: string;
  readonly published: boolean;
  readonly createdAt: string;
  /** Claimed hostname, proven or not, and the state of the claim; both are set or neither. */
  readonly hostname: string | null;
  readonly hostnameClaim: HostnameClaim | null;
  /** Hostname once proven; unique. */
  readonly servedHostname: string | null;
  /** Host and path of a proxy through which readers access the site. */
  readonly proxy: string | null;
  /** Tells whether conditions and expressions can use visitor claims. */
  readonly adaptiveContent: boolean;
  /** Tells whether AI agents may use the site's content. */
  readonly agentsContext: AgentsContext;
}

/** Initial fields of a site. */
export type SiteInput = Pick<
  SiteState,
  'id' | 'organizationId' | 'type' | 'title' | 'visibility' | 'basename' | 'createdAt'
>;

/** Changes to a site itself; absent fields stay unchanged. */
export interface SiteChange {
  readonly title?: string;
  readonly visibility?: SiteVisibility;
  readonly basename?: string;
  /** Host and path of a proxy; null for none. */
  readonly proxy?: string | null;
  readonly adaptiveContent?: boolean;
  readonly agentsContext?: AgentsContext;
}

/**
 * Tells whether everybody may read the site: it is published, and its visibility requires no credential. Other sites
 * require the key of a share link or a visitor token.
 */
export const isPubliclyReadable = ({ published, visibility }: Pick<SiteState, 'published' | 'visibility'>): boolean =>
  published && (visibility === 'public' || visibility === 'unlisted');

/** Site that publishes spaces to readers. */
export class Site extends Aggregate<SiteState> {
  static readonly kind = 'site';
  static restore = (state: SiteState) => new Site(state);

  /**
   * Creates a site.
   * @throws Invalid for an invalid basename
   */
  static create(of: SiteInput): Site {
    requireName('basename', of.basename);
    const site = new Site({
      ...of,
      published: false,
      hostname: null,
      hostnameClaim: null,
      servedHostname: null,
      proxy: null,
      adaptiveContent: false,
      agentsContext: 'excluded',
    });
    site.record('site.created');
    return site;
  }

  /**
   * Changes the site.
   * @throws Invalid for an invalid basename or proxy
   */
  change(to: SiteChange): void {
    if (to.basename !== undefined) requireName('basename', to.basename);
    if (typeof to.proxy === 'string') requireName('proxy', to.proxy);
    const change = Object.fromEntries(
      Object.entries(to).filter(([, value]) => value !== undefined),
    ) as Partial<SiteState>;
    if (Object.keys(change).length > 0) this.apply(change, 'site.changed', change as Record<string, unknown>);
  }

  /**
   * Claims a hostname, or releases the present one (null); a new claim must be proven again.
   * @param claimId id of a new claim
   * @throws Invalid
   */
  claimHostname(hostname: string | null, claimId: Id, now: string): void {
    if (hostname !== null) requireName('hostname', hostname);
    if (hostname === this.state.hostname) return;
    const hostnameClaim = hostname === null ? null : createClaim(claimId, now);
    this.apply(
      { hostname, hostnameClaim, servedHostname: null },
      hostname === null ? 'site.hostname-released' : 'site.hostname-claimed',
      { hostname: hostname ?? this.state.hostname },
    );
  }
  /** Records the result of a DNS check; ignores the result for an earlier claim. */
  recordHostnameCheck(claimId: Id, finding: HostnameFinding, now: string): void {
    const { hostname, hostnameClaim, servedHostname } = this.state;
    if (hostname === null || hostnameClaim?.id !== claimId) return;
    const { claim, isProven: isServed } = applyCheck(hostnameClaim, servedHostname !== null, finding, now);
    const change = { hostnameClaim: claim, servedHostname: isServed ? hostname : null };
    if (isServed === (servedHostname !== null)) this.applySilently(change);
    else this.apply(change, isServed ? 'site.hostname-proven' : 'site.hostname-lapsed', { hostname });
  }
  publish(): void {
    if (!this.state.published) this.apply({ published: true }, 'site.published');
  }
  unpublish(): void {
    if (this.state.published) this.apply({ published: false }, 'site.unpublished');
  }
  delete(): void {
    this.record('site.deleted', { basename: this.state.basename });
  }
}

const PROBLEMS = { basename: findBasenameProblem, hostname: findHostnameProblem, proxy: findProxyProblem };

function requireName(kind: keyof typeof PROBLEMS, name: string): void {
  const problem = PROBLEMS[kind](name);
  if (problem !== undefined) throw Invalid.field(kind, problem);
}
