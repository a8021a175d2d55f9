import { Aggregate, type State } from '../kernel/aggregate.ts';

export interface ConsumedTokenState extends State {
  /** Time after which the token would be rejected as expired anyway. */
  readonly expiresAt: string;
}

/** Record that a single-use token (a request, an assertion, a ticket) was used. Its id is a digest of the token. */
export class ConsumedToken extends Aggregate<ConsumedTokenState> {
  static readonly kind = 'consumed token';
  static restore = (state: ConsumedTokenState) => new ConsumedToken(state);

  static create(id: string, expiresAt: string): ConsumedToken {
    return new ConsumedToken({ id, expiresAt });
  }
}
