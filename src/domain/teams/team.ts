import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { OrganizationId, TeamId } from '../kernel/id.ts';

export interface TeamState extends State {
  readonly id: TeamId;
  readonly organizationId: OrganizationId;
  readonly title: string;
  readonly createdAt: string;
}

/** Team of an organization; a grant to it applies to all its members. */
export class Team extends Aggregate<TeamState> {
  static readonly kind = 'team';
  static restore = (state: TeamState) => new Team(state);

  static create(state: TeamState): Team {
    const team = new Team(state);
    team.record('team.created', { title: state.title });
    return team;
  }

  rename(title: string): void {
    if (title !== this.state.title) this.apply({ title }, 'team.renamed', { before: this.state.title, after: title });
  }

  /** Records the deletion; memberships and grants of the team are deleted with it. */
  delete(): void {
    this.record('team.deleted', { title: this.state.title });
  }
}
