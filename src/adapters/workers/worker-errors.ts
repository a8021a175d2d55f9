/** Task that was stopped because it exceeded a limit. */
export class TaskAbandoned extends Error {
  constructor(readonly exceeded: 'time' | 'memory') {
    super(`the task exceeded its limit of ${exceeded}`);
  }
}

/** Task that failed; the cause is a copy of the error that it threw, without the class of the original. */
export class TaskFailed extends Error {
  constructor(override readonly cause: Error) {
    super(cause.message, { cause });
  }
}

/** Document that cannot be parsed; the message is written for the caller. */
export class UnreadableDocument extends Error {}

/** Converts the error of a task to the problem of its document; returns every other error. */
export function toUnreadableDocument(error: unknown): unknown {
  if (error instanceof TaskAbandoned) {
    const much = error.exceeded === 'time' ? 'long' : 'much memory';
    return new UnreadableDocument(`the document takes too ${much} to parse`, { cause: error });
  }
  if (!(error instanceof TaskFailed)) return error;
  const isTooDeep = error.cause instanceof RangeError;
  return new UnreadableDocument(isTooDeep ? 'the document is nested too deeply' : error.message, { cause: error });
}
