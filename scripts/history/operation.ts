import type { ChangeInput } from '../../src/application/content/content-inputs.ts';

/**
 * - `done`: acknowledged. - `refused`: told that nothing happened (4xx). - `in doubt`: the connection was lost, so that it
 *   may have happened or not. - `failed`: answered with a 5xx, which is never right.
 */
export type Outcome = 'done' | 'refused' | 'in doubt' | 'failed';

/** What one client asked for, and what became of it. Times are ticks of one clock: a lower `ended` than another's `started` came before it. */
export interface Operation {
  readonly client: number;
  readonly kind: 'open' | 'edit' | 'update' | 'merge' | 'read';
  /** The branch: a change request's id, or the space's (reads only); of one that was opened, its new id. */
  readonly branch: string | undefined;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly started: number;
  readonly ended: number;
  /** The revision that the answer named. */
  readonly revision?: string;
  readonly ifMatch?: string;
  /** Of an edit. */
  readonly changes?: readonly ChangeInput[];
  /** Of an update that was done. */
  readonly conflicts?: number;
}

/** An operation in words, as evidence. */
export const told = ({ client, kind, branch, outcome, status, revision, ifMatch, started, ended }: Operation): string =>
  `client ${client} ${kind} on ${branch ?? 'nothing'} (${outcome}${status === undefined ? '' : `, ${status}`}${revision === undefined ? '' : `, revision ${revision}`}${ifMatch === undefined ? '' : `, If-Match ${ifMatch}`}, from ${started} to ${ended})`;

/** Words that are written once in a whole run, so that each can be looked for. */
export const wordsOf = (text: string): readonly string[] => text.match(/\bw\d+c\d+\b/g) ?? [];

/** Keeps what all clients did, in one order of ticks. */
export class Recorder {
  readonly operations: Operation[] = [];
  /** How many were acknowledged. */
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
