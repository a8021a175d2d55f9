import type { Page } from '../../../domain/content/page.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { ImportReportEntry, PriorImport } from '../../../ports/git/repository-format.ts';
import { referencedFile, type RepositoryIndex } from './repository-index.ts';
import { SINGLE_TEXT_CODES, type ChangesSince } from './rewritten-project.ts';

/** Texts of the former import that need not be read, because nothing that affects their result has changed. */
export class UnchangedTexts {
  readonly #untitled: ReadonlySet<string>;
  readonly #reported = new Map<string, readonly SyncReportEntry[]>();
  readonly #found = new Set<string>();

  /** @param gone paths of files that the commit deletes */
  constructor(
    private readonly since: ChangesSince,
    private readonly index: RepositoryIndex,
    private readonly gone: ReadonlySet<string>,
  ) {
    const { report } = since.point;
    this.#untitled = new Set(report.find(({ code }) => code === 'title-differs')?.paths);
    for (const entry of report)
      if (SINGLE_TEXT_CODES.has(entry.code))
        this.#reported.set(entry.path, [...(this.#reported.get(entry.path) ?? []), entry]);
  }

  /** Finds the result of a text; undefined for a text that must be read. */
  readonly find: PriorImport['text'] = (path, oid, title) => {
    const { index, gone } = this;
    const [page, reusable] = [index.pages.get(path), index.reusableContents.get(path)];
    const kept = page === undefined ? reusable : reusable === undefined ? page : undefined;
    if (kept?.git?.oid !== oid || (page !== undefined) !== (title !== undefined)) return undefined;
    const hasOtherTitle = this.since.layout.summaryPath !== null && page?.title !== title;
    if (page !== undefined && (hasOtherTitle || !hasUnchangedCover(page, index, gone))) return undefined;
    // Covers of included texts are not stored, so a deleted file may affect them.
    if (page === undefined && gone.size > 0) return undefined;
    if (this.#reported.get(path)?.some(({ code }) => code === 'cover-missing')) return undefined;
    this.#found.add(path);
    const condition = page?.condition;
    return { title: kept.title, titleDiffers: this.#untitled.has(path), ...(condition !== undefined && { condition }) };
  };

  /** Lists the report entries of the texts that were found. */
  report(): readonly ImportReportEntry[] {
    return [...this.#found].flatMap((path) => this.#reported.get(path) ?? []) as readonly ImportReportEntry[];
  }
}

/** Tells whether the files of a page's cover are unchanged. */
function hasUnchangedCover({ cover }: Page, { pathOfFile }: RepositoryIndex, gone: ReadonlySet<string>): boolean {
  const { ref, refDark } = (cover ?? {}) as { readonly ref?: unknown; readonly refDark?: unknown };
  return [ref, refDark]
    .map(referencedFile)
    .every((file) => file === undefined || (pathOfFile.has(file) && !gone.has(pathOfFile.get(file)!)));
}
