import type { Pausable } from '../../../domain/kernel/pausable.ts';
import { parseTargetKey, pathInPagesFolder, pathSpellings, targetKey } from '../../../domain/links/link-target.ts';
import { rewriteLinks } from '../../../domain/links/rewrite-links.ts';
import type { LinkUse } from '../../../domain/links/written-links.ts';

const ID = / [0-9a-f]{32}(?=$|_all$)/;
const PAGE_OR_DATABASE = /(?:\.md|\.csv)$/i;

/** Tells whether files are those of a Markdown export of a Notion workspace. */
export const isNotionExport = (paths: readonly string[]): boolean =>
  paths.some((path) => / [0-9a-f]{32}\.(?:md|csv)$/i.test(path));

/**
 * Maps the paths of an export to paths without ids. A page and the folder of its subpages, whose name may lack the id,
 * keep one name; names that are equal without ids are numbered. Views of a database are left out beside the file with
 * all of its rows.
 */
export function notionPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const all = new Set(paths);
  const owners = new Map<string, string>();
  for (const path of paths.filter((each) => PAGE_OR_DATABASE.test(each))) {
    const stem = stemOfFile(path);
    const folder = stem.slice(0, stem.lastIndexOf('/') + 1) + nameWithoutId(stem.slice(stem.lastIndexOf('/') + 1));
    if (!owners.has(folder)) owners.set(folder, stem);
  }
  const stems = new Map<string, string>([['', '']]);
  const taken = new Set<string>();
  const next = new Map<string, number>();
  const folderOf = (folder: string): string => stemOf(owners.get(folder) ?? folder);
  const stemOf = (stem: string): string => {
    const known = stems.get(stem);
    if (known !== undefined) return known;
    const slash = stem.lastIndexOf('/');
    const parent = slash < 0 ? '' : `${folderOf(stem.slice(0, slash))}/`;
    const plain = parent + nameWithoutId(stem.slice(slash + 1));
    let free = plain;
    let number = next.get(plain.toLowerCase()) ?? 2;
    for (; taken.has(free.toLowerCase()); number++) free = `${plain} ${number}`;
    next.set(plain.toLowerCase(), number);
    taken.add(free.toLowerCase());
    stems.set(stem, free);
    return free;
  };
  const mapped = new Map<string, string>();
  for (const path of paths) {
    if (/\.csv$/i.test(path) && all.has(path.replace(/\.csv$/i, '_all.csv'))) continue;
    const slash = path.lastIndexOf('/');
    if (PAGE_OR_DATABASE.test(path)) {
      mapped.set(path, stemOf(stemOfFile(path)) + path.slice(path.lastIndexOf('.')));
    } else mapped.set(path, (slash < 0 ? '' : `${folderOf(path.slice(0, slash))}/`) + path.slice(slash + 1));
  }
  return mapped;
}

/** Returns the path of a page or a database without its extension, which its folder has in older exports. */
const stemOfFile = (path: string): string => path.slice(0, path.lastIndexOf('.')).replace(/_all$/, '');
/** Returns the name of a page or folder without its id. */
export const nameWithoutId = (name: string): string => name.replace(ID, '').replace(/_all$/, '').trim() || 'Untitled';

/** Returns the link to what a path of an export became; undefined for an unknown path. */
type LinkTo = (path: string) => string | undefined;

/** Anchor of a block, which an export does not state. */
const BLOCK_ANCHOR = /^[0-9a-f]{32}$/;

/**
 * Converts the Markdown of an exported page: links follow the new paths, callouts become hints, and lines of properties
 * stay lines.
 */
export function* convertNotionMarkdown(markdown: string, path: string, linkTo: LinkTo): Pausable<string> {
  const text = convertLines(separateProperties(markdown));
  return yield* rewriteLinks(text, ({ target, use }) =>
    use === 'include' ? undefined : resolveNotionLink(target, path, linkTo, use),
  );
}

/** Resolves a link of an exported file; views of a database lead to the page with all of its rows. */
export function resolveNotionLink(
  target: string,
  path: string,
  linkTo: LinkTo,
  use: LinkUse = 'link',
): string | undefined {
  const key = targetKey(target, { documentPath: path }, use);
  const parsed = key === undefined ? undefined : parseTargetKey(key);
  if (parsed?.kind !== 'path' && parsed?.kind !== 'page') return undefined;
  for (const spelling of pathSpellings(parsed.kind === 'page' ? pathInPagesFolder(parsed.path) : parsed.path)) {
    const link = linkTo(spelling) ?? linkTo(spelling.replace(/\.csv$/i, '_all.csv'));
    const isAnchored = parsed.anchor !== undefined && !BLOCK_ANCHOR.test(parsed.anchor);
    if (link !== undefined) return link + (isAnchored ? `#${parsed.anchor}` : '');
  }
  return undefined;
}

const PROPERTIES = /^(# [^\n]*\n\n)((?:[^\s:#>|`*-][^:\n]{0,60}: [^\n]*\n){2,})(?=\n)/;

/** Ends the lines of properties below the title of a page with line breaks. */
const separateProperties = (markdown: string): string =>
  markdown.replace(
    PROPERTIES,
    (_, title: string, lines: string) => title + lines.trimEnd().replace(/ *\n/g, '\\\n') + '\n',
  );

/** Code within a line, a formula between two dollar signs on each side, or one between single dollar signs. */
const CODE_OR_FORMULA =
  /`{1,3}[^`\n]{1,1000}`{1,3}|\$\$[^$\n]{1,1000}\$\$|(?<![\\$\p{L}\p{N}])\$(?=[^\s$])([^`$\n]{1,500})(?<=[^\s\\])\$(?![\d$])/gu;

/** Writes formulas within a line, between single dollar signs in an export, between double ones. */
const convertFormulas = (line: string): string =>
  line.replace(CODE_OR_FORMULA, (whole, formula?: string) => (formula === undefined ? whole : `$$${formula}$$`));

/** Converts the lines of a text outside of code. */
function convertLines(markdown: string): string {
  let isOpen = false;
  let isCode = false;
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
      if (isCode) return line;
      if (!isOpen && line.trim() === '<aside>') {
        isOpen = true;
        return '{% hint style="info" %}';
      }
      if (isOpen && line.trim() === '</aside>') {
        isOpen = false;
        return '{% endhint %}';
      }
      return convertFormulas(line);
    })
    .join('\n');
}
