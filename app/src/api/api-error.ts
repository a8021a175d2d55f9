/** Refusal of the API, or a request that did not arrive. */
export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 if no answer came. */
    readonly status: number,
    message: string,
    /** ID under which the operator finds the request in the log. */
    readonly requestId: string | undefined,
    /** `error` of the answer, with what the operation adds to it and beside it. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Refusal of a request in the name of a user other than the one whose content the tab shows. */
export class AnotherUserError extends ApiError {}

/** Formats an error message of the API as a sentence. */
export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Returns what an operation answers, or null if it answers that there is nothing. */
export async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
