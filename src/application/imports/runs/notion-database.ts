import { pathSpellings } from '../../../domain/links/link-target.ts';
import { relativePath } from '../../../domain/links/relative-link.ts';
import { encodePath, escapeInline } from './markdown-paths.ts';
import { nameWithoutId } from './notion-export.ts';

/** Maximum number of rows of a database that become a table, and of characters of a cell. */
const MAX_ROWS = 5_000;
const MAX_CELL = 2_000;

/**
 * Converts a database into a page with a table, in which the names of rows that have a page link to it. Rows of equal
 * names get the pages of that name in order. Cells that name files or pages of the export link to them.
 * @param path path of the page; pages of rows are in the folder of the same name
 * @param paths paths of all texts and files by their paths in the export
 * @param linkTo returns the link to what a target in a cell became; undefined for anything else
 */
export function databaseMarkdown(
  csv: string,
  title: string,
  path: string,
  paths: ReadonlyMap<string, string>,
  linkTo: (target: string) => string | undefined = () => undefined,
): { readonly markdown: string; readonly isCut: boolean } {
  const [head = [], ...rows] = parseCsv(csv.replace(/^\ufeff/, ''));
  const pages = pagesByName(`${path.replace(/\.md$/i, '')}/`, paths);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const body = rows.slice(0, MAX_ROWS).map((row) =>
    line(
      head.map((_, n) => {
        const text = row[n] ?? '';
        const page = n === 0 ? takePage(pages, text) : undefined;
        return page === undefined
          ? linkedCell(text, linkTo)
          : `[${escapeInline(text)}](${encodePath(relativePath(path, page))})`;
      }),
    ),
  );
  const table = head.length === 0 ? [] : [line(head.map(escapeInline)), line(head.map(() => '---')), ...body];
  return { markdown: `# ${escapeInline(title)}\n\n${table.join('\n')}\n`, isCut: rows.length > MAX_ROWS };
}

/** Returns the pages in a folder by the keys of their names in the export, which several may have. */
function pagesByName(folder: string, paths: ReadonlyMap<string, string>): ReadonlyMap<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const [from, to] of paths) {
    if (!to.startsWith(folder) || to.includes('/', folder.length) || !to.endsWith('.md')) continue;
    const name = keyOf(nameWithoutId(from.slice(from.lastIndexOf('/') + 1).replace(/\.md$/i, '')));
    const known = pages.get(name);
    if (known) known.push(to);
    else pages.set(name, [to]);
  }
  return pages;
}

/** Shortest key of a name that an export may have cut. */
const MIN_CUT_KEY = 30;

/** Takes the next page of a name; names of files lack signs, and may be cut. */
function takePage(pages: ReadonlyMap<string, string[]>, name: string): string | undefined {
  const key = keyOf(name).slice(0, 300);
  for (let length = key.length; length === key.length || length >= MIN_CUT_KEY; length--) {
    const page = pages.get(key.slice(0, length))?.shift();
    if (page !== undefined) return page;
  }
  return undefined;
}

const keyOf = (name: string): string => name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || name;

const RELATION = /^(.*) \(([^()]+)\)$/s;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg)$/i;

/** Converts a cell; relations such as `Name (path.md)` and paths of files, separated by commas, become links. */
function linkedCell(text: string, linkTo: (target: string) => string | undefined): string {
  const parts = text.slice(0, MAX_CELL).split(', ');
  const written = parts.map((part) => {
    const [, name, path] = RELATION.exec(part) ?? [];
    const relation = path === undefined ? undefined : linkTo(path);
    if (relation !== undefined) return `[${escapeInline(name!)}](${relation})`;
    const file = /[./]/.test(part) ? linkTo(part) : undefined;
    if (file === undefined) return undefined;
    return `${IMAGE.test(part) ? '!' : ''}[${escapeInline(decodedName(part))}](${file})`;
  });
  return parts.map((part, n) => written[n] ?? part.split('\n').map(escapeInline).join('<br>')).join(', ');
}

/** Returns the name of a file, percent-decoded if possible. */
const decodedName = (path: string): string => pathSpellings(path.slice(path.lastIndexOf('/') + 1)).at(-1)!;

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
