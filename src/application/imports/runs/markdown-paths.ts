/** Escapes the characters of a plain text that Markdown gives a meaning within a line. */
export const escapeInline = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>~#|$&{}]/g, '\\$&');

/** Encodes a path as the target of a link. */
export const encodePath = (path: string): string =>
  path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/[()'*!]/g, (c) => `%${c.charCodeAt(0).toString(16)}`))
    .join('/');

/** Returns the path from the folder of one file to another file. */
export function relativePath(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1);
  const segments = to.split('/');
  let common = 0;
  while (common < folders.length && common < segments.length - 1 && folders[common] === segments[common]) common++;
  return [...folders.slice(common).map(() => '..'), ...segments.slice(common)].join('/');
}
