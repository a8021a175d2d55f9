import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';
import type { Role } from '../access/level.ts';

export interface OrganizationState extends State {
  readonly title: string;
  readonly emailDomains: readonly string[];
  readonly defaultRole: Role;
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
      defaultRole: null,
      sso: false,
      ai: false,
      inviteLinks: true,
      createdAt: of.at,
    });
    organization.record('organization.created');
    return organization;
  }
}
