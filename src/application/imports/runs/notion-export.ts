import type { Pausable } from '../../../domain/kernel/pausable.ts';
import { parseTargetKey, pathInPagesFolder, pathSpellings, targetKey } from '../../../domain/links/link-target.ts';
import { rewriteLinks } from '../../../domain/links/rewrite-links.ts';
import { relativePath } from '../../../domain/links/relative-link.ts';
import { encodePath, escapeInline } from './markdown-paths.ts';

const ID = / [0-9a-f]{32}(?=$|_all$)/;
const PAGE_OR_DATABASE = /(?:\.md|\.csv)$/i;
/** Maximum number of rows of a database that become a table. */
const MAX_ROWS = 5_000;

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
const nameWithoutId = (name: string): string => name.replace(ID, '').replace(/_all$/, '').trim() || 'Untitled';

/**
 * Converts the Markdown of an exported page: links follow the new paths, and callouts become hints.
 * @param linkTo returns the link to what a path of the export became; undefined for an unknown path
 */
export function* convertNotionMarkdown(
  markdown: string,
  path: string,
  linkTo: (path: string) => string | undefined,
): Pausable<string> {
  return yield* rewriteLinks(calloutsToHints(markdown), ({ target, use }) => {
    const key = use === 'include' ? undefined : targetKey(target, { documentPath: path }, use);
    const parsed = key === undefined ? undefined : parseTargetKey(key);
    if (parsed?.kind !== 'path' && parsed?.kind !== 'page') return undefined;
    for (const spelling of pathSpellings(parsed.kind === 'page' ? pathInPagesFolder(parsed.path) : parsed.path)) {
      const link = linkTo(spelling);
      if (link !== undefined) return link + (parsed.anchor === undefined ? '' : `#${parsed.anchor}`);
    }
    return undefined;
  });
}

function calloutsToHints(markdown: string): string {
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
      return line;
    })
    .join('\n');
}

/**
 * Converts a database into a page with a table, in which the names of rows that have a page link to it. Rows of equal
 * names get the pages of that name in order.
 * @param path path of the page; pages of rows are in the folder of the same name
 * @param paths paths of all texts and files by their paths in the export
 */
export function databaseMarkdown(
  csv: string,
  title: string,
  path: string,
  paths: ReadonlyMap<string, string>,
): { readonly markdown: string; readonly isCut: boolean } {
  const [head = [], ...rows] = parseCsv(csv.replace(/^\ufeff/, ''));
  const pages = pagesByName(`${path.replace(/\.md$/i, '')}/`, paths);
  const cell = (text: string): string => escapeInline(text.slice(0, 2_000));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const body = rows.slice(0, MAX_ROWS).map((row) =>
    line(
      head.map((_, n) => {
        const text = row[n] ?? '';
        const page = n === 0 ? pages.get(text)?.shift() : undefined;
        return page === undefined ? cell(text) : `[${cell(text)}](${encodePath(relativePath(path, page))})`;
      }),
    ),
  );
  const table = head.length === 0 ? [] : [line(head.map(cell)), line(head.map(() => '---')), ...body];
  return { markdown: `# ${escapeInline(title)}\n\n${table.join('\n')}\n`, isCut: rows.length > MAX_ROWS };
}

/** Returns the pages in a folder by their names in the export, which several may have. */
function pagesByName(folder: string, paths: ReadonlyMap<string, string>): ReadonlyMap<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const [from, to] of paths) {
    if (!to.startsWith(folder) || to.includes('/', folder.length) || !to.endsWith('.md')) continue;
    const name = nameWithoutId(from.slice(from.lastIndexOf('/') + 1).replace(/\.md$/i, ''));
    const known = pages.get(name);
    if (known) known.push(to);
    else pages.set(name, [to]);
  }
  return pages;
}

/** Parses comma-separated values with quotes. Linear. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at]!;
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at++;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}
