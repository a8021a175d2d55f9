import type { OpenAPISpec } from '../api/operations.ts';
import { m } from '../messages/messages.ts';

/** Tells whether the last version could not be read, or the specification is not followed any longer. */
export const isFailed = ({ lastProcessErrorCode, paused }: OpenAPISpec): boolean =>
  lastProcessErrorCode !== undefined || paused !== undefined;

/** Describes the state of a specification in a word. */
export const stateOf = (one: OpenAPISpec): string =>
  one.paused
    ? m.specifications.paused
    : isFailed(one)
      ? m.specifications.failed
      : m.specifications.states[one.processingState];
