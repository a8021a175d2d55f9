import type { ChangeInput } from '../../src/application/content/content-inputs.ts';

/**
 * - `done`: acknowledged. - `refused`: rejected without effect (4xx). - `in doubt`: the connection was lost, so the
 * effect is unknown. - `failed`: answered with a 5xx status, which is always a defect.
 */
export type Outcome = 'done' | 'refused' | 'in doubt' | 'failed';

/**
 * Request of a client with its outcome. Times are ticks of one clock: an operation whose `ended` is lower than the
 * `started` of another came before it.
 */
export interface Operation {
  readonly client: number;
  readonly kind: 'open' | 'edit' | 'update' | 'merge' | 'read';
  /** Id of the change request or, for reads, of the space; for a new change request its id. */
  readonly branch: string | undefined;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly started: number;
  readonly ended: number;
  /** Revision named in the response. */
  readonly revision?: string;
  readonly ifMatch?: string;
  /** Changes of an edit. */
  readonly changes?: readonly ChangeInput[];
  /** Number of conflicts of a successful update. */
  readonly conflicts?: number;
}

/** Describes an operation as evidence. */
export const describeOperation = ({
  client,
  kind,
  branch,
  outcome,
  status,
  revision,
  ifMatch,
  started,
  ended,
}: Operation): string =>
  `client ${client} ${kind} on ${branch ?? 'nothing'} (${outcome}${status === undefined ? '' : `, ${status}`}${revision === undefined ? '' : `, revision ${revision}`}${ifMatch === undefined ? '' : `, If-Match ${ifMatch}`}, from ${started} to ${ended})`;

/** Words that are unique in a whole run, so that each can be searched for. */
export const wordsOf = (text: string): readonly string[] => text.match(/\bw\d+c\d+\b/g) ?? [];

/** Records the operations of all clients in one order of ticks. */
export class Recorder {
  readonly operations: Operation[] = [];
  /** Number of acknowledged operations. */
  done = 0;
  #ticks = 0;

  tick(): number {
    return (this.#ticks += 1);
  }
  keep(operation: Operation): void {
    this.operations.push(operation);
    if (operation.outcome === 'done') this.done += 1;
  }
}
