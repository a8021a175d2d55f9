import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { applyCheck, createClaim, type HostnameClaim, type HostnameFinding } from './hostname-claim.ts';
import { findBasenameProblem, findHostnameProblem, findProxyProblem } from './site-names.ts';

export const SITE_TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;
export type SiteType = (typeof SITE_TYPES)[number];
export const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type SiteVisibility = (typeof SITE_VISIBILITIES)[number];

export const AGENTS_CONTEXTS = ['excluded', 'included'] as const;
export type AgentsContext = (typeof AGENTS_CONTEXTS)[number];

export interface SiteState extends State {
  readonly organizationId: Id;
  readonly type: SiteType;
  readonly title: string;
  readonly visibility: SiteVisibility;
  /** Its address on this instance; unique. */
  readonly basename: string;
  readonly published: boolean;
  readonly createdAt: string;
  /** The hostname that is claimed for it, proven or not, and how far its proof is; both are there or neither. */
  readonly hostname: string | null;
  readonly hostnameClaim: HostnameClaim | null;
  /** The hostname once it is proven; unique. */
  readonly servedHostname: string | null;
  /** Host and path of another server through which readers come to it. */
  readonly proxy: string | null;
  /** Whether conditions and expressions see what is known of a visitor. */
  readonly adaptiveContent: boolean;
  /** Whether agents that read for others may have the site. */
  readonly agentsContext: AgentsContext;
}

/** What a site begins with. */
export type SiteInput = Pick<
  SiteState,
  'id' | 'organizationId' | 'type' | 'title' | 'visibility' | 'basename' | 'createdAt'
>;

/** What can be changed about a site itself; what is absent stays. */
export interface SiteChange {
  readonly title?: string;
  readonly visibility?: SiteVisibility;
  readonly basename?: string;
  /** Null: readers come to it here. */
  readonly proxy?: string | null;
  readonly adaptiveContent?: boolean;
  readonly agentsContext?: AgentsContext;
}

/**
 * Whether anybody at all may read the site: it is published, and its visibility asks nothing of a reader. A share link's
 * key or a visitor's token opens the others.
 */
export const isPubliclyReadable = ({ published, visibility }: Pick<SiteState, 'published' | 'visibility'>): boolean =>
  published && (visibility === 'public' || visibility === 'unlisted');

/** Publishes spaces to readers. */
export class Site extends Aggregate<SiteState> {
  static readonly kind = 'site';
  static restore = (state: SiteState) => new Site(state);

  /** @throws Invalid for a basename that is none */
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

  /** @throws Invalid for a basename or a proxy that is none */
  change(to: SiteChange): void {
    if (to.basename !== undefined) requireName('basename', to.basename);
    if (typeof to.proxy === 'string') requireName('proxy', to.proxy);
    const change = Object.fromEntries(
      Object.entries(to).filter(([, value]) => value !== undefined),
    ) as Partial<SiteState>;
    if (Object.keys(change).length > 0) this.apply(change, 'site.changed', change as Record<string, unknown>);
  }

  /** Claims a hostname, or gives up the one it has (null); what was proven has to be proven anew. @param claimId of a new claim @throws Invalid */
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
  /** Name servers were asked for the record of a claim; of one that is not there any more nothing is kept. */
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
