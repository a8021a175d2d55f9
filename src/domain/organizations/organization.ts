import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';
import type { Role } from '../access/level.ts';

/** What an organization is for (contract: enumerations). */
export const ORGANIZATION_TYPES = ['business', 'community'] as const;
export const USE_CASES = ['internalDocs', 'docsSite', 'audienceControlledSite', 'productDocs', 'teamKnowledgeBase', 'designSystem', 'openSourceDocs', 'notes', 'other'] as const;
export const COMMUNITY_TYPES = ['nonProfit', 'openSource', 'education'] as const;

export interface OrganizationState extends State {
  readonly title: string;
  /** Lower case, each once: whoever has an address there may join. */
  readonly emailDomains: readonly string[];
  /** The default host name of public content; unique on the instance. */
  readonly hostname: string | null;
  readonly type: (typeof ORGANIZATION_TYPES)[number];
  readonly useCase: (typeof USE_CASES)[number] | null;
  readonly communityType: (typeof COMMUNITY_TYPES)[number] | null;
  readonly defaultRole: Role;
  /** The site that the organization shows first. */
  readonly defaultContent: Id | null;
  readonly logo: string | null;
  readonly sso: boolean;
  readonly ai: boolean;
  readonly inviteLinks: boolean;
  readonly createdAt: string;
}

/** Owns members, collections, spaces and sites; the guard of every invariant that spans them. */
export class Organization extends Aggregate<OrganizationState> {
  static readonly kind = 'organization';
  static restore = (state: OrganizationState) => new Organization(state);

  static found(of: { id: Id; title: string; emailDomains?: readonly string[]; at: string }): Organization {
    const organization = new Organization({
      id: of.id,
      title: of.title,
      emailDomains: [...new Set((of.emailDomains ?? []).map((domain) => domain.toLowerCase()))],
      hostname: null,
      type: 'business',
      useCase: null,
      communityType: null,
      defaultRole: null,
      defaultContent: null,
      logo: null,
      sso: false,
      ai: false,
      inviteLinks: true,
      createdAt: of.at,
    });
    organization.record('organization.created');
    return organization;
  }
}
