import { hash } from 'node:crypto';
import { holdsLazyList } from './lazy-list.ts';
import { RawJson } from './raw-json.ts';
import type { Answer } from './reply.ts';
import { writeJson } from './write-json.ts';

/** A serialized response. */
export interface SerializedAnswer {
  readonly status: number;
  /** Body; undefined for a response without one. */
  readonly text?: string | Buffer;
  readonly etag?: string;
  /** Value of `Location`. */
  readonly location?: string;
}

/**
 * Serializes the answer of an operation.
 * @param revision revision in the answer, which becomes part of the ETag
 */
export async function serializeAnswer(
  { status, body, location: explicitLocation }: Answer,
  revision: string | undefined,
): Promise<SerializedAnswer> {
  if (body === undefined) return { status };
  if (body instanceof RawJson)
    return { status, text: body.bytes, etag: etagOf(hash('sha1', body.bytes, 'base64url'), revision) };
  if (holdsLazyList(body)) {
    const { body: text, digest } = await writeJson(body);
    return { status, text, etag: etagOf(digest, revision) };
  }
  const text = JSON.stringify(body);
  const location =
    explicitLocation ??
    (status === 201 ? (body as { readonly urls?: { readonly location?: string } }).urls?.location : undefined);
  return {
    status,
    text,
    etag: etagOf(hash('sha1', text, 'base64url'), revision),
    ...(location !== undefined && { location }),
  };
}

/** Builds an `ETag` from the digest of a body, in base64url, and the revision in it. */
export function etagOf(digest: string, revision: string | undefined): string {
  const short = digest.slice(0, 20);
  return revision === undefined ? `"${short}"` : `"${revision}.${short}"`;
}
