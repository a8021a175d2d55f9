import { MAX_PAGE_DEPTH } from '../../../domain/content/edits/page-depth.ts';
import { encodePath, escapeInline } from './markdown-paths.ts';

/** Page of an export and its place in the tree. */
export interface ExportedPage {
  readonly path: string;
  readonly title: string;
  /** Path of the page above; absent at the top level. */
  readonly parent?: string;
}

/** Tells whether files are those of an HTML export of a Confluence space. */
export const isConfluenceExport = (paths: readonly string[]): boolean =>
  paths.includes('index.html') && paths.includes('styles/site.css');

/**
 * Builds the table of contents of the pages of an export.
 * @param index paths of the pages in the order of the export's index; the others follow
 */
export function buildConfluenceSummary(pages: readonly ExportedPage[], index: readonly string[]): string {
  const order = new Map(index.map((path, n) => [path, n]));
  const sorted = [...pages].sort((a, b) => (order.get(a.path) ?? Infinity) - (order.get(b.path) ?? Infinity) || 0);
  const known = new Set(pages.map(({ path }) => path));
  const children = new Map<string | undefined, ExportedPage[]>();
  for (const page of sorted) {
    const parent =
      page.parent !== undefined && known.has(page.parent) && page.parent !== page.path ? page.parent : undefined;
    const siblings = children.get(parent);
    if (siblings) siblings.push(page);
    else children.set(parent, [page]);
  }
  const lines: string[] = [];
  const seen = new Set<string>();
  const open = [...(children.get(undefined) ?? [])].reverse().map((page) => ({ page, depth: 0 }));
  const write = (): void => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { page, depth } = next;
      if (seen.has(page.path)) continue;
      seen.add(page.path);
      lines.push(
        `${'  '.repeat(Math.min(depth, MAX_PAGE_DEPTH))}* [${escapeInline(page.title)}](${encodePath(page.path)})`,
      );
      for (const child of [...(children.get(page.path) ?? [])].reverse()) open.push({ page: child, depth: depth + 1 });
    }
  };
  write();
  // Pages whose parents form a cycle are placed at the top level.
  for (const page of sorted) {
    if (!seen.has(page.path)) open.push({ page, depth: 0 });
    write();
  }
  return `# Table of contents\n\n${lines.join('\n')}\n`;
}
