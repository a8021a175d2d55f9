import { withoutUsers, type MergeRules } from '../change-requests/merge-rules.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, UserId } from '../kernel/id.ts';
import type { Role } from '../permissions/level.ts';

/** Purposes of an organization. */
export const ORGANIZATION_TYPES = ['business', 'community'] as const;
export const USE_CASES = [
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
] as const;
export const COMMUNITY_TYPES = ['nonProfit', 'openSource', 'education'] as const;

export interface OrganizationState extends State {
  readonly id: OrganizationId;
  readonly title: string;
  /** Claimed domains in lower case, each once. They have an effect only once an `EmailDomain` proves them. */
  readonly emailDomains: readonly string[];
  /** Default host name of public content; unique on the instance. */
  readonly hostname: string | null;
  readonly type: (typeof ORGANIZATION_TYPES)[number];
  readonly useCase: (typeof USE_CASES)[number] | null;
  readonly communityType: (typeof COMMUNITY_TYPES)[number] | null;
  readonly defaultRole: Role;
  /** Site that the organization shows first. */
  readonly defaultContent: Id | null;
  readonly logo: string | null;
  readonly sso: boolean;
  readonly ai: boolean;
  readonly inviteLinks: boolean;
  /** Conditions for merging change requests in the spaces that inherit them; null for none. */
  readonly mergeRules: MergeRules | null;
  readonly createdAt: string;
}

/** Changes to an organization; absent fields stay unchanged. */
export type OrganizationChange = Partial<Omit<OrganizationState, 'id' | 'createdAt'>>;

const normalizeDomains = (domains: readonly string[]): readonly string[] => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];

/** Owner of members, collections, spaces and sites; lock for every invariant that spans them. */
export class Organization extends Aggregate<OrganizationState> {
  static readonly kind = 'organization';
  static restore = (state: OrganizationState) => new Organization(state);

  static create(of: { id: Id; title: string; emailDomains?: readonly string[]; at: string }): Organization {
    const organization = new Organization({
      id: of.id,
      title: of.title,
      emailDomains: normalizeDomains(of.emailDomains ?? []),
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
      mergeRules: null,
      createdAt: of.at,
    });
    organization.record('organization.created');
    return organization;
  }

  change(to: OrganizationChange): void {
    const normalized = to.emailDomains === undefined ? to : { ...to, emailDomains: normalizeDomains(to.emailDomains) };
    const changed = Object.fromEntries(
      Object.entries(normalized).filter(
        ([field, value]) => value !== undefined && !isSameValue(value, this.state[field as keyof OrganizationState]),
      ),
    ) as OrganizationChange;
    if (Object.keys(changed).length > 0) this.apply(changed, 'organization.changed', changed);
  }

  /** Removes users who have left the organization from the merge rules, and makes none of these laxer. */
  removeFromMergeRules(users: ReadonlySet<UserId>): void {
    const { mergeRules: before } = this.state;
    const mergeRules = before && withoutUsers(before, users);
    if (mergeRules !== before) this.change({ mergeRules });
  }
}

/** Returns the domain of an e-mail address, in lower case. */
export const emailDomainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => item === b[index]));
