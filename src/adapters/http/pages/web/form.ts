import type Koa from 'koa';
import { Invalid } from '../../../../domain/kernel/errors.ts';
import { PayloadTooLarge, UnsupportedMediaType } from '../../kernel/errors.ts';

/** What was sent with a form; a field that was not sent is empty. */
export interface Form {
  get(field: string): string;
  has(field: string): boolean;
}

/** Bytes that a form of ours may have. */
const OWN_LIMIT = 16 * 1024;

/**
 * Reads the fields of a form.
 * @param limit bytes
 * @throws UnsupportedMediaType, PayloadTooLarge, Invalid
 */
export async function readForm(ctx: Koa.Context, limit = OWN_LIMIT): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(ctx.get('content-type')) || ctx.get('content-encoding') !== '') throw new UnsupportedMediaType('the body must be that of a form');
  if (Number(ctx.get('content-length')) > limit) throw new PayloadTooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new PayloadTooLarge(limit);
    chunks.push(chunk);
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString('latin1'));
  for (const [field, value] of form) if (/\0/.test(value)) throw Invalid.field(field, 'must not hold NUL');
  return form;
}
