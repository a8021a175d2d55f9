import { Aggregate, type State } from '../kernel/aggregate.ts';

export interface ConsumedTokenState extends State {
  /** From then on what was used is refused for its age. */
  readonly expiresAt: string;
}

/** Says that something that works once was used: a request, an assertion, a ticket. The id is a digest of it. */
export class ConsumedToken extends Aggregate<ConsumedTokenState> {
  static readonly kind = 'mark of something used';
  static restore = (state: ConsumedTokenState) => new ConsumedToken(state);

  static create(id: string, expiresAt: string): ConsumedToken {
    return new ConsumedToken({ id, expiresAt });
  }
}
