import { createHash } from 'node:crypto';
import { TimeSlices } from '../../../application/kernel/time-slices.ts';
import { holdsLazyList, LazyList } from './lazy-list.ts';

/** Pending output: literal text, an item that is not presented yet, or any value. */
type Pending =
  { readonly text: string } | { readonly list: LazyList; readonly at: number } | { readonly value: unknown };

/**
 * Serializes a value in parts, with the same text as `JSON.stringify`. Uses no recursion, so lazy lists may be nested
 * deeply.
 */
export function* jsonParts(value: unknown): Generator<string> {
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ('text' in next) yield next.text;
    else if ('list' in next) {
      const { list, at } = next;
      if (at === list.items.length) yield ']';
      else {
        yield at === 0 ? '[' : ',';
        pending.push({ list, at: at + 1 }, { value: list.present(list.items[at]) });
      }
    } else if (holdsLazyList(next.value)) pending.push(...members(next.value).reverse());
    else yield JSON.stringify(next.value);
  }
}

function members(value: object): Pending[] {
  const parts: Pending[] = [];
  let text = '{';
  let first = true;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${first ? '' : ','}${JSON.stringify(key)}:`;
    first = false;
    if (member instanceof LazyList && member.items.length > 0) {
      parts.push({ text }, { list: member, at: 0 });
      text = '';
    } else text += JSON.stringify(member);
  }
  return [...parts, { text: `${text}}` }];
}

/** Approximate size of the chunks that are encoded, in characters. */
const CHUNK = 64 * 1024;

/** Serialized JSON and the SHA-1 of its bytes. */
export interface WrittenJson {
  readonly body: string | Buffer;
  readonly digest: string;
}

/** Serializes a response that may be very long; yields to the event loop in between. */
export async function writeJson(value: unknown): Promise<WrittenJson> {
  const slices = new TimeSlices();
  const hash = createHash('sha1');
  const chunks: Buffer[] = [];
  let text = '';
  const flush = (): void => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    chunks.push(bytes);
    text = '';
  };
  for (const part of jsonParts(value)) {
    text += part;
    if (text.length < CHUNK) continue;
    flush();
    if (slices.isOver) await slices.next();
  }
  if (chunks.length === 0) return { body: text, digest: hash.update(text).digest('base64url') };
  flush();
  return { body: Buffer.concat(chunks), digest: hash.digest('base64url') };
}
