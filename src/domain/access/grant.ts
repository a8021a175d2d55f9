import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';
import type { Level } from './level.ts';

export interface GrantState extends State {
  readonly organizationId: Id;
  readonly spaceId: Id;
  readonly userId: Id;
  readonly level: Level;
}

/** A level given to a member on one space, whatever the default there. */
export class Grant extends Aggregate<GrantState> {
  static readonly kind = 'permission';
  static restore = (state: GrantState) => new Grant(state);

  static give(state: GrantState): Grant {
    const grant = new Grant(state);
    grant.record('grant.given', { userId: state.userId, level: state.level });
    return grant;
  }

  change(level: Level): void {
    if (level === this.state.level) return;
    this.become({ level }, 'grant.changed', { userId: this.state.userId, before: this.state.level, after: level });
  }

  withdraw(): void {
    this.record('grant.withdrawn', { userId: this.state.userId, level: this.state.level });
  }
}
