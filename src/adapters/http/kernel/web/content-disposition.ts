import formatDisposition from 'content-disposition';

const MAX_NAME = 180;
/** Device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Returns a safe name for a download: the last segment, without characters that end a header or are special in file
 * systems.
 */
function safeName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1)!;
  const clean = last
    .replace(/[\p{C}\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(DEVICE, '_$&');
  if (clean === '') return 'file';
  const characters = [...clean];
  if (characters.length <= MAX_NAME) return clean;
  const extension = /\.[0-9A-Za-z]{1,10}$/.exec(clean)?.[0] ?? '';
  return characters.slice(0, MAX_NAME - extension.length).join('') + extension;
}

/**
 * Builds the `Content-Disposition` of a file (RFC 6266): an ASCII name for old clients, the full name in UTF-8 for
 * others.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const safe = safeName(name);
  return formatDisposition(safe, { type, fallback: safe.replace(/[^\x20-\x7e]|[%"\\]/gu, '_') });
}
