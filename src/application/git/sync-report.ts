import { MAX_PAGE_DEPTH } from '../../domain/content/edits/page-depth.ts';
import type { SyncReportEntry } from '../../domain/git/sync-operation.ts';
import type { ImportPlan, PlannedRedirect, ImportReportEntry } from '../../ports/git/repository-format.ts';
import { limitDepth } from './import/limit-depth.ts';

const MAX_ENTRIES = 1_000;
/** Number of paths that a report entry lists. */
export const MAX_PATHS = 200;
const MAX_TEXT = 1_000;

/**
 * Builds the bounded report of an import: problems found while reading, and items that the space cannot represent.
 * @param lost redirects whose target is not imported
 */
export function syncReport(
  found: readonly ImportReportEntry[],
  plan: ImportPlan,
  lost: readonly PlannedRedirect[] = [],
): SyncReportEntry[] {
  const condition = conditionEntry(conditionalPaths(plan));
  return limitReport([
    ...found,
    ...plan.report,
    ...redirectEntries(plan, lost),
    ...(condition ? [condition] : []),
    ...unsupportedEntries(plan),
  ]);
}

/** Limits the number and the size of report entries and makes their texts storable. */
export function limitReport(all: readonly SyncReportEntry[]): SyncReportEntry[] {
  // Warnings take precedence over information when entries must be dropped.
  const kept =
    all.length <= MAX_ENTRIES
      ? all
      : [...all.filter(({ level }) => level === 'warning'), ...all.filter(({ level }) => level === 'info')].slice(
          0,
          MAX_ENTRIES,
        );
  const report = kept.map(storableEntry);
  if (all.length > kept.length)
    report.push({ level: 'info', code: 'report-cut', path: '', message: `and ${all.length - kept.length} more` });
  return report;
}

/** Yields the entries for redirects that were imported and for those that were not. */
function* redirectEntries({ redirects }: ImportPlan, lost: readonly PlannedRedirect[]): Iterable<SyncReportEntry> {
  const path = '.gitbook.yaml';
  for (const { source, destination } of lost)
    yield {
      level: 'warning',
      code: 'redirect-without-target',
      path,
      message: `${JSON.stringify(source)}: the file ${JSON.stringify(destination.slice(0, 200))} is not imported; skipped`,
    };
  const left = new Set(lost);
  const taken = redirects.filter((one) => !left.has(one)).map(({ source }) => source);
  if (taken.length > 0)
    yield {
      level: 'info',
      code: 'redirects-imported',
      path,
      message: `${taken.length} ${taken.length === 1 ? 'redirect applies' : 'redirects apply'} to paths without a page`,
      paths: taken,
    };
}

/** Returns the paths of the pages that sites do not show to everybody. */
const conditionalPaths = ({ pages }: ImportPlan): readonly string[] =>
  pages.flatMap((page) =>
    page.type === 'document' && page.fields.condition !== undefined && page.path !== null ? [page.path] : [],
  );

/** Returns the entry for pages that sites do not show to everybody; undefined without such pages. */
export function conditionEntry(paths: Iterable<string>): SyncReportEntry | undefined {
  const sorted = [...paths].sort();
  if (sorted.length === 0) return undefined;
  const message = `${sorted.length} ${sorted.length === 1 ? 'page has a condition' : 'pages have conditions'}: sites show them to visitors whose claims meet the condition, and to nobody while adaptive content is off`;
  return { level: 'info', code: 'pages-with-condition', path: sorted[0]!, message, paths: sorted };
}

/** Yields the entries for items that are placed elsewhere or cannot be represented. */
function* unsupportedEntries({ pages, tags, summaryPath }: ImportPlan): Iterable<SyncReportEntry> {
  for (const page of limitDepth(pages).raised) {
    const path = (page.type === 'document' ? page.path : null) ?? summaryPath ?? '';
    yield {
      level: 'warning',
      code: 'page-too-deep',
      path,
      ...(page.summaryLine !== undefined && { line: page.summaryLine }),
      message: `${JSON.stringify(page.title.slice(0, 200))} is nested deeper than ${MAX_PAGE_DEPTH} pages and is placed on the deepest level`,
    };
  }
  if (tags.length > 0)
    yield {
      level: 'info',
      code: 'tags-not-imported',
      path: '.gitbook/tags.yaml',
      message: `${tags.length} ${tags.length === 1 ? 'tag stays' : 'tags stay'} in the repository`,
    };
}

function storableEntry({ level, code, path, line, message, paths }: SyncReportEntry): SyncReportEntry {
  return {
    level,
    code,
    path: storableText(path),
    ...(line !== undefined && { line }),
    message: storableText(message),
    ...(paths && { paths: paths.slice(0, MAX_PATHS).map((one) => storableText(one)) }),
  };
}

/** Makes a text storable in every database: no NUL, limited length, well-formed. */
export const storableText = (text: string, length = MAX_TEXT): string =>
  text.replaceAll('\0', '\ufffd').slice(0, length).toWellFormed();
