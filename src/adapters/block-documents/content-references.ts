/** Converts a link target of Markdown into a content reference (API type ContentRef). */
export function contentReference(url: string): Readonly<Record<string, string>> {
  const page = /^\/pages\/([0-9A-Za-z]{20})(?:#(.*))?$/.exec(url);
  if (page)
    return page[2] === undefined
      ? { kind: 'page', page: page[1]! }
      : { kind: 'anchor', anchor: page[2], page: page[1]! };
  const file = /^\/files\/([0-9A-Za-z]{20})$/.exec(url)?.[1];
  if (file !== undefined) return { kind: 'file', file };
  const reusable = /^\/reusable-content\/([0-9A-Za-z]{20})$/.exec(url)?.[1];
  if (reusable !== undefined) return { kind: 'reusable-content', reusableContent: reusable };
  return url.startsWith('#') ? { kind: 'anchor', anchor: url.slice(1) } : { kind: 'url', url };
}
