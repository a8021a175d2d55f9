import { DomainError, Invalid } from './errors.ts';

/** Describes what keeps a text from being stored, if anything. */
export function findTextProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  if (!text.isWellFormed()) return 'contains a lone surrogate';
  return undefined;
}

/** Replaces NUL characters and lone surrogates by U+FFFD, as CommonMark and Unicode specify. */
export const sanitizeText = (text: string): string =>
  findTextProblem(text) === undefined ? text : text.replaceAll('\0', '\uFFFD').toWellFormed();

/** The value contains a text that no storage keeps unchanged; a retry fails in the same way. */
export class UnstorableText extends DomainError {
  readonly category = 'invalid';

  constructor() {
    super('a text contains a NUL character or a lone surrogate');
  }
}

/** A text that cannot be stored: its place in a value, such as `members.0.name`, and what is wrong with it. */
interface TextProblem {
  readonly path: string;
  readonly problem: string;
}

/** Finds a text that cannot be stored in a JSON value of any depth, including the names of members. */
function findUnstorableText(value: unknown): TextProblem | undefined {
  const pending: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, value: part } = next;
    if (typeof part === 'string') {
      const problem = findTextProblem(part);
      if (problem !== undefined) return { path, problem };
    } else if (typeof part === 'object' && part !== null && !ArrayBuffer.isView(part)) {
      for (const [name, member] of part instanceof Map ? part : Object.entries(part)) {
        const memberPath = path === '' ? String(name) : `${path}.${name}`;
        if (typeof name === 'string' && findTextProblem(name) !== undefined)
          return { path: sanitizeText(memberPath), problem: 'has a name with a NUL character or a lone surrogate' };
        pending.push({ path: memberPath, value: member });
      }
    }
  }
  return undefined;
}

/**
 * Checks all texts of a JSON value, including the names of members.
 * @throws UnstorableText
 */
export function requireStorable(value: unknown): void {
  if (findUnstorableText(value) !== undefined) throw new UnstorableText();
}

/**
 * Checks all texts of the state of an aggregate.
 * @throws Invalid naming the field
 */
export function requireStorableState(state: object): void {
  const found = findUnstorableText(state);
  if (found !== undefined) throw Invalid.field(found.path, found.problem);
}
