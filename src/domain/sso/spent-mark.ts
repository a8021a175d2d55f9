import { Aggregate, type State } from '../kernel/aggregate.ts';

export interface SpentMarkState extends State {
  /** From then on what was used is refused for its age. */
  readonly expiresAt: string;
}

/** Says that something that works once was used: a request, an assertion, a ticket. The id is a digest of it. */
export class SpentMark extends Aggregate<SpentMarkState> {
  static readonly kind = 'mark of something used';
  static restore = (state: SpentMarkState) => new SpentMark(state);

  static set(id: string, expiresAt: string): SpentMark {
    return new SpentMark({ id, expiresAt });
  }
}
