/** Direction of data: from the callers of the API, or to them. */
export type Direction = 'request' | 'response';
export type Directions = ReadonlySet<Direction>;

export const CHANGE_KINDS = ['added', 'removed', 'changed'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Change within an operation or a schema. */
export interface PartChange {
  readonly change: ChangeKind;
  /**
   * Path of the changed part, from the outside in, such as `query limit`, `200 application/json items[].name`; empty
   * for the whole.
   */
  readonly part: string;
  /** Changed property, such as `type`, `required` or `parameter`. */
  readonly what: string;
  readonly from?: string;
  readonly to?: string;
  /** Tells whether existing clients may fail. */
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
  /** Changed parts; empty if the whole operation was added or removed. */
  readonly changes: readonly PartChange[];
}

export interface SchemaChange {
  readonly change: ChangeKind;
  readonly name: string;
  readonly breaking: boolean;
  readonly reason: string;
  readonly changes: readonly PartChange[];
}

/** Changes from one document to another, from the perspective of callers of the API. */
export interface SpecDiff {
  readonly breaking: boolean;
  readonly operations: readonly OperationChange[];
  readonly schemas: readonly SchemaChange[];
}

/** Judges a narrowed set of values: requests may be rejected. */
export const judgeNarrowing = (directions: Directions): Pick<PartChange, 'breaking' | 'reason'> =>
  directions.has('request')
    ? { breaking: true, reason: 'a request that was accepted before may be rejected' }
    : { breaking: false, reason: 'responses remain valid for existing clients' };

/** Judges a widened set of values: responses may contain unknown values. */
export const judgeWidening = (directions: Directions): Pick<PartChange, 'breaking' | 'reason'> =>
  directions.has('response')
    ? { breaking: true, reason: 'a response may contain values unknown to clients' }
    : { breaking: false, reason: 'requests that were accepted before are still accepted' };

/** Judges a replaced set of values, which is safe in neither direction. */
export const judgeReplacement = (directions: Directions): Pick<PartChange, 'breaking' | 'reason'> => {
  const [narrowing, widening] = [judgeNarrowing(directions), judgeWidening(directions)];
  return narrowing.breaking ? narrowing : widening;
};

export const nonBreakingChange = (reason: string): Pick<PartChange, 'breaking' | 'reason'> => ({
  breaking: false,
  reason,
});
export const breakingChange = (reason: string): Pick<PartChange, 'breaking' | 'reason'> => ({ breaking: true, reason });

/** Summarizes the changes within an operation or schema by the worst of them. */
export const summarizeChanges = (
  changes: readonly PartChange[],
): Pick<OperationChange, 'breaking' | 'reason' | 'changes'> => {
  const worst = changes.find(({ breaking }) => breaking) ?? changes[0]!;
  return { breaking: worst.breaking, reason: worst.reason, changes };
};
