import { MAX_PAGE_DEPTH } from '../../domain/content/edits/page-depth.ts';
import type { SyncReportEntry } from '../../domain/git/sync-operation.ts';
import type { ImportPlan, PlannedRedirect, ImportReportEntry } from '../../ports/git/repository-format.ts';
import { limitDepth } from './import/limit-depth.ts';

const MAX_ENTRIES = 1_000;
/** Of more paths that one entry speaks of, the first so many are named. */
export const MAX_PATHS = 200;
const MAX_TEXT = 1_000;

/**
 * What a person is told about an import: what the reading found, and what the space has no place for; of bounded size.
 * @param lost redirects whose target could not be had
 */
export function syncReport(
  found: readonly ImportReportEntry[],
  plan: ImportPlan,
  lost: readonly PlannedRedirect[] = [],
): SyncReportEntry[] {
  return limitReport([...found, ...plan.report, ...redirectEntries(plan, lost), ...unsupportedEntries(plan)]);
}

/** Of so many entries as are worth telling, each as any database takes it. */
export function limitReport(all: readonly SyncReportEntry[]): SyncReportEntry[] {
  // Of too many, warnings are told rather than remarks.
  const told =
    all.length <= MAX_ENTRIES
      ? all
      : [...all.filter(({ level }) => level === 'warning'), ...all.filter(({ level }) => level === 'info')].slice(
          0,
          MAX_ENTRIES,
        );
  const report = told.map(storableEntry);
  if (all.length > told.length)
    report.push({ level: 'info', code: 'report-cut', path: '', message: `and ${all.length - told.length} more` });
  return report;
}

/** Which redirects the sites with this space lead on by, and which not. */
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

/** What the space has another place for, or none. */
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

/** Text as every database takes it. */
export const storableText = (text: string, length = MAX_TEXT): string =>
  text.replaceAll('\0', '\ufffd').slice(0, length).toWellFormed();
