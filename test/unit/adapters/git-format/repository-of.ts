import { GitRepositoryFormat } from '../../../../src/adapters/git-format/git-repository-format.ts';
import { slugify } from '../../../../src/adapters/slugify.ts';
import type {
  ImportPlan,
  PlannedDocument,
  PlannedPage,
  ImportReportCode,
  RepositoryEntry,
  RepositoryFiles,
} from '../../../../src/ports/git/repository-format.ts';

export type Content = string | Uint8Array | { readonly kind: 'symlink' | 'submodule' } | { readonly size: number };

const bytesOf = (content: Content): Uint8Array => {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array();
};

/** Repository in memory; an oid is `oid:` and the path. */
export function repositoryOf(contents: Readonly<Record<string, Content>>): RepositoryFiles {
  const entries = Object.entries(contents).map(([path, content]): RepositoryEntry => ({
    path,
    oid: `oid:${path}`,
    size: typeof content === 'object' && 'size' in content ? content.size : bytesOf(content).length,
    kind: typeof content === 'object' && 'kind' in content ? content.kind : 'file',
  }));
  return {
    list: () => entries,
    read: async (paths) =>
      new Map(
        paths.flatMap((path) => {
          const content = contents[path];
          return content === undefined ? [] : [[path, bytesOf(content)] as const];
        }),
      ),
  };
}

/** Plans the import of a repository with these files. */
export const planOf = (contents: Readonly<Record<string, Content>>, projectDirectory?: string): Promise<ImportPlan> =>
  new GitRepositoryFormat(slugify).read(
    repositoryOf(contents),
    projectDirectory === undefined ? {} : { projectDirectory },
  );

/** Formats the page tree as indented lines: type unless document, title, slug, file or target. */
export function outline({ pages }: ImportPlan): readonly string[] {
  const depths = new Map<string, number>();
  const titles = new Map(pages.map((page) => [page.key, page.title]));
  return pages.map((page) => {
    const depth = page.parent === null ? 0 : (depths.get(page.parent) ?? NaN) + 1;
    depths.set(page.key, depth);
    return `${'  '.repeat(depth)}${describePage(page, titles)}`;
  });
}

function describePage(page: PlannedPage, titles: ReadonlyMap<string, string>): string {
  switch (page.type) {
    case 'document':
      return `${page.title} /${page.slug} ${page.path ?? '-'}`;
    case 'group':
      return `## ${page.title} /${page.slug}`;
    case 'computed':
      return `computed ${page.title} ${page.computed.type}`;
    case 'link': {
      const { target } = page;
      if (target.kind === 'url') return `link ${page.title} ${target.url}`;
      if (target.kind === 'file') return `link ${page.title} file ${target.path}`;
      if (target.kind === 'space') return `link ${page.title} space ${target.space} ${target.path ?? ''}`.trimEnd();
      if (target.kind === 'deleted') return `link ${page.title} deleted ${target.item} ${target.id}`;
      return `link ${page.title} page ${titles.get(target.page)}${target.anchor === undefined ? '' : `#${target.anchor}`}`;
    }
  }
}

/** Returns the pages with a body by file. */
export const documentsOf = ({ pages }: ImportPlan): ReadonlyMap<string | null, PlannedDocument> =>
  new Map(pages.filter((page) => page.type === 'document').map((page) => [page.path, page]));

/** Lists the report entries with a code as `path:line`. */
export const reported = ({ report }: ImportPlan, code: ImportReportCode): readonly string[] =>
  report
    .filter((entry) => entry.code === code)
    .map(({ path, line }) => (line === undefined ? path : `${path}:${line}`));

export const codesOf = ({ report }: ImportPlan): readonly ImportReportCode[] =>
  [...new Set(report.map(({ code }) => code))].sort();

export const textOf = (bytes: Uint8Array | null | undefined): string | null =>
  bytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null;
