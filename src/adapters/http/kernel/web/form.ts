import type Koa from 'koa';
import { Invalid } from '../../../../domain/kernel/errors.ts';
import { withBytes } from '../body.ts';
import type { BodyMemory } from '../body-memory.ts';
import { UnsupportedMediaType } from '../errors.ts';

/** Fields of a form; a missing field is empty. */
export interface Form {
  get(field: string): string;
  has(field: string): boolean;
}

/** Maximum size of the instance's own forms in bytes. */
const MAX_FORM_BYTES = 16 * 1024;

/**
 * Reads the fields of a form.
 * @param limit bytes
 * @throws UnsupportedMediaType, PayloadTooLarge, RequestTimeout, BodyMemoryExhausted, Invalid
 */
export async function readForm(ctx: Koa.Context, memory: BodyMemory, limit = MAX_FORM_BYTES): Promise<URLSearchParams> {
  if (
    !/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(ctx.get('content-type')) ||
    ctx.get('content-encoding') !== ''
  )
    throw new UnsupportedMediaType('the body must be a URL-encoded form');
  const form = await withBytes(ctx, memory, limit, (bytes) => new URLSearchParams(bytes.toString('latin1')));
  for (const [field, value] of form)
    if (/\0/.test(value)) throw Invalid.field(field, 'must not contain a NUL character');
  return form;
}
