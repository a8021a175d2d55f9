/** Which way something goes: from those who call the API, or to them. */
export type Direction = 'request' | 'response';
export type Directions = ReadonlySet<Direction>;

export const CHANGE_KINDS = ['added', 'removed', 'changed'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One difference within an operation or a schema. */
export interface PartChange {
  readonly change: ChangeKind;
  /** Which part, from the outside in, such as `query limit`, `200 application/json items[].name`; empty for the whole. */
  readonly part: string;
  /** What of it, such as `type`, `required` or `parameter`. */
  readonly what: string;
  readonly from?: string;
  readonly to?: string;
  /** Whether programs that worked before may fail. */
  readonly breaking: boolean;
  readonly reason: string;
}

export interface OperationChange {
  readonly change: ChangeKind;
  readonly method: string;
  readonly path: string;
  readonly webhook: boolean;
  readonly breaking: boolean;
  readonly reason: string;
  /** What changed, where it did; none where all of it came or went. */
  readonly changes: readonly PartChange[];
}

export interface SchemaChange {
  readonly change: ChangeKind;
  readonly name: string;
  readonly breaking: boolean;
  readonly reason: string;
  readonly changes: readonly PartChange[];
}

/** What changed from one document to another, as those see it who call the API. */
export interface SpecDiff {
  readonly breaking: boolean;
  readonly operations: readonly OperationChange[];
  readonly schemas: readonly SchemaChange[];
}

/** Fewer things are taken than before: who sends them may be refused. */
export const judgeNarrowing = (directions: Directions): Pick<PartChange, 'breaking' | 'reason'> =>
  directions.has('request')
    ? { breaking: true, reason: 'a request that was accepted before may be rejected' }
    : { breaking: false, reason: 'responses remain valid for existing clients' };

/** More things are possible than before: who receives them may not know them. */
export const judgeWidening = (directions: Directions): Pick<PartChange, 'breaking' | 'reason'> =>
  directions.has('response')
    ? { breaking: true, reason: 'a response may contain values unknown to clients' }
    : { breaking: false, reason: 'requests that were accepted before are still accepted' };

/** Neither way is safe. */
export const judgeReplacement = (directions: Directions): Pick<PartChange, 'breaking' | 'reason'> => {
  const [narrowing, widening] = [judgeNarrowing(directions), judgeWidening(directions)];
  return narrowing.breaking ? narrowing : widening;
};

export const nonBreakingChange = (reason: string): Pick<PartChange, 'breaking' | 'reason'> => ({
  breaking: false,
  reason,
});
export const breakingChange = (reason: string): Pick<PartChange, 'breaking' | 'reason'> => ({ breaking: true, reason });

/** What is said of something that has changed inside. */
export const summarizeChanges = (
  changes: readonly PartChange[],
): Pick<OperationChange, 'breaking' | 'reason' | 'changes'> => {
  const worst = changes.find(({ breaking }) => breaking) ?? changes[0]!;
  return { breaking: worst.breaking, reason: worst.reason, changes };
};
