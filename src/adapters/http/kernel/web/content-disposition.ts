const MAX_NAME = 180;
/** Devices of Windows, whatever their names end with. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** What a download is called: the last segment of the name, without anything that ends a header or means something to a file system. */
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

/** The `Content-Disposition` of a file (RFC 6266): a name in ASCII for old programs, the full one in UTF-8 for the others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = safeName(name);
  const ascii = safe.replace(/[^\x20-\x7e]/gu, '_').replace(/[%"\\]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"${ascii === safe ? '' : `; filename*=UTF-8''${encoded}`}`;
}
