/** A byte range with inclusive ends, counted from 0. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses the single range of a `Range` header; undefined if the whole file is to be sent: for no range, several, an
 * invalid one, or one of another version of the file (`If-Range`). RFC 9110, section 14.
 * @param size size of the file in bytes
 */
export function byteRange(
  header: string,
  ifRange: string,
  etag: string,
  size: number,
): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (match === null || (ifRange !== '' && ifRange !== etag)) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
