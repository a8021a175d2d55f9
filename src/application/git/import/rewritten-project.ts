import { readContent, type Content } from '../../../domain/content/content.ts';
import { Draft, type StagedContent } from '../../../domain/content/edits/draft.ts';
import { withFields } from '../../../domain/content/edits/page-fields.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { ProjectLayout, SyncPoint } from '../../../domain/git/sync-point.ts';
import type { RepositoryChange, RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { PlannedFile, ParsedText } from '../../../ports/git/repository-format.ts';
import { read } from '../../content/reading.ts';
import type { JobContext } from '../../kernel/job.ts';
import { documentMetadata, storedFrontMatterSource } from './document-metadata.ts';
import { filesByPath, findPagesByFile, reusableContentsByPath } from './content-by-path.ts';
import { putObjects } from '../../content/put-objects.ts';
import { readContentSize, type RemoteContent } from './remote-content.ts';
import { storeFiles } from './store-files.ts';
import { conditionEntry, limitReport, MAX_PATHS } from '../sync-report.ts';

/** Changes since a commit whose content is stored. */
export interface ChangesSince {
  readonly point: SyncPoint;
  readonly layout: ProjectLayout;
  /** Content of that commit. */
  readonly base: Hash;
  /** Changed files, by paths relative to the project directory. */
  readonly changes: readonly RepositoryChange[];
}

/** Codes of report entries that depend on one text alone, not on the position of its page. */
export const SINGLE_TEXT_CODES: ReadonlySet<string> = new Set([
  'front-matter-unreadable',
  'front-matter-invalid-value',
  'cover-missing',
  'invalid-utf-8',
]);

/** Codes of report entries about texts that are not imported, so that their pages are empty. */
const LEFT_OUT_CODES: ReadonlySet<string> = new Set(['file-elsewhere', 'file-too-large', 'file-unreadable']);

const MAX_TEXT_BYTES = 20 * 1024 ** 2;
const MAX_FILE_BYTES = 100 * 1024 ** 2;

/** A file of the project with new bytes. */
interface RewrittenFile {
  readonly path: string;
  readonly before: string;
  readonly oid: string;
  readonly size: number;
}

interface RewrittenFiles {
  readonly texts: readonly RewrittenFile[];
  readonly files: readonly PlannedFile[];
  /** Paths of files that are not imported unless a cover or the summary refers to them. */
  readonly others: readonly string[];
}

/** Items of the base content that come from the changed files. */
interface AffectedContent {
  readonly pages: ReadonlyMap<string, Page>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
  readonly files: ReadonlyMap<string, File>;
}

/**
 * Builds the content of a commit that only changes the bytes of files: reads and writes only the pages of these files.
 * Returns undefined when files were added, removed or moved, or when a change affects more than its own page.
 */
export async function readRewrittenProject(
  context: JobContext<'content' | 'blobs' | 'files' | 'gitFormat'>,
  snapshot: RepositorySnapshot,
  since: ChangesSince,
): Promise<RemoteContent | undefined> {
  const { point, layout, base } = since;
  const rewritings = findRewrittenFiles(context, since);
  if (rewritings === undefined) return undefined;
  const { texts, files, others } = rewritings;
  if (texts.length + files.length + others.length === 0)
    return {
      content: base,
      root: [],
      layout,
      report: point.report,
      ...(await read(context.content, readContentSize(base))),
    };

  const content = await read(context.content, readContent(base));
  const known = await read(
    context.content,
    readAffectedContent(
      content,
      texts.map(({ path }) => path),
      layout,
    ),
  );
  if (
    files.some(({ path }) => !known.files.has(path)) ||
    [...others, ...texts.map(({ path }) => path)].some((path) => known.files.has(path))
  )
    return undefined;
  const rewriteContext = { point, layout, known };
  const sources = await readTexts(context, snapshot, texts, rewriteContext);
  if (sources === undefined) return undefined;
  const report = updateReport(context, rewriteContext, sources);
  if (report === undefined) return undefined;

  const stored = await storeFiles(context, files, (batch) => snapshot.read(batch.map(({ oid }) => oid)));
  if (files.some(({ oid }) => !stored.has(oid))) return undefined;
  const rewritten = files.map(({ path, oid }): File => {
    const { id, name } = known.files.get(path)!;
    return { id, name, ...stored.get(oid)!, git: { oid, path } };
  });
  const { contentHash, objects } = await read(
    context.content,
    applyRewrites(content, { sources, rewritten, known, now: context.now }),
  );
  await putObjects(context.content, objects);
  const written = objects.filter(({ hash }) => hash === contentHash);
  return {
    content: contentHash,
    root: written,
    layout,
    report,
    ...(await read(context.content, readContentSize(contentHash))),
  };
}

/** Finds the changed texts and files; undefined when a change affects more than the file itself. */
function findRewrittenFiles(
  { gitFormat }: JobContext<'gitFormat'>,
  { changes, layout, point }: ChangesSince,
): RewrittenFiles | undefined {
  const texts: RewrittenFile[] = [];
  const files: PlannedFile[] = [];
  const others: string[] = [];
  const isSomethingMissing = point.report.some(
    ({ code }) =>
      code === 'cover-missing' ||
      code === 'missing-file' ||
      code === 'redirect-without-target' ||
      code === 'report-cut',
  );
  for (const { path, before, after, unsafe } of changes) {
    const role = gitFormat.roleOf(path, layout);
    const isPlain =
      unsafe === undefined &&
      [before, after].every((side) => side === undefined || side.kind === 'file' || side.kind === 'executable');
    if (!isPlain || role === 'structure' || role === 'settings') return undefined;
    if (role === 'other') {
      if (before === undefined && isSomethingMissing) return undefined;
      if (before !== undefined) others.push(path);
      continue;
    }
    if (before === undefined || after === undefined) return undefined;
    if (after.size > (role === 'text' ? MAX_TEXT_BYTES : MAX_FILE_BYTES)) return undefined;
    if (role === 'text') texts.push({ path, before: before.oid, oid: after.oid, size: after.size });
    else files.push({ path, oid: after.oid, size: after.size });
  }
  return { texts, files, others };
}

function* readAffectedContent(
  content: Content,
  texts: readonly string[],
  { root }: ProjectLayout,
): ObjectQuery<AffectedContent> {
  const files = yield* filesByPath(content);
  const reusableContents =
    texts.length === 0 ? new Map<string, ReusableContent>() : yield* reusableContentsByPath(content);
  return {
    files,
    reusableContents,
    pages: yield* findPagesByFile(
      content,
      texts.filter((path) => !reusableContents.has(path)),
      root,
    ),
  };
}

interface RewriteContext {
  readonly point: SyncPoint;
  readonly layout: ProjectLayout;
  readonly known: AffectedContent;
}

interface RewrittenSource extends ParsedText, Pick<RewrittenFile, 'path' | 'oid'> {
  /** New state of the difference between heading and summary title; absent when unchanged. */
  readonly differs?: boolean;
}

/** Reads the changed texts; undefined when the change of a text affects other pages or files. */
async function readTexts(
  { gitFormat }: JobContext<'gitFormat'>,
  snapshot: RepositorySnapshot,
  texts: readonly RewrittenFile[],
  { point, layout, known }: RewriteContext,
): Promise<readonly RewrittenSource[] | undefined> {
  const imported = texts.filter(({ path }) => known.pages.has(path) || known.reusableContents.has(path));
  // Without a summary every text is a page, and a text that is not was excluded for a reason that may no longer hold.
  if (layout.summaryPath === null && imported.length < texts.length) return undefined;
  const leftOut = new Set(point.report.flatMap(({ code, path }) => (LEFT_OUT_CODES.has(code) ? [path] : [])));
  if (texts.some(({ path }) => leftOut.has(path))) return undefined;
  const bytes = new Map<string, Uint8Array>();
  for await (const blob of snapshot.read(new Set(imported.flatMap(({ before, oid }) => [before, oid]))))
    bytes.set(blob.oid, blob.bytes);
  const textContext = { ...layout, files: new Set(known.files.keys()) };
  // With a complete summary, titles of pages come from the summary.
  const titled =
    layout.summaryPath !== null && !point.report.some(({ code }) => code === 'title-missing' || code === 'report-cut');
  const sources: RewrittenSource[] = [];
  for (const { path, before, oid } of imported) {
    const [was, is] = [before, oid].map((one) => gitFormat.readText(path, bytes.get(one)!, textContext));
    const page = known.pages.get(path);
    if (page !== undefined && !titled && was!.title !== is!.title) return undefined;
    if (page === undefined && was!.title !== null && is!.title === null) return undefined; // the title would come from the file name
    if (is!.report.some(({ code }) => LEFT_OUT_CODES.has(code))) return undefined; // the page would have no file
    if (!affectsNoOtherFile(was!, is!, (named) => gitFormat.roleOf(named, layout) !== 'asset')) return undefined;
    const differed = page !== undefined && titled && hasOtherTitle(was!, page);
    const now = page !== undefined && titled && hasOtherTitle(is!, page);
    sources.push({ ...is!, path, oid, ...(differed !== now && { differs: now }) });
  }
  return sources;
}

/** Tells whether the heading of a text differs from the title of its page. */
const hasOtherTitle = ({ heading }: ParsedText, { title }: Page): boolean => heading !== null && heading !== title;

/** Tells whether a change of a text leaves the set of imported files as it is. */
function affectsNoOtherFile(was: ParsedText, is: ParsedText, isFile: (path: string) => boolean): boolean {
  if ([...is.unresolvedTargets].some((named) => !was.unresolvedTargets.has(named))) return false; // the file may exist and would be imported
  return ![...was.referencedFiles].some((named) => !is.referencedFiles.has(named) && isFile(named)); // the file may have no other reference
}

interface RewriteInput {
  readonly sources: readonly RewrittenSource[];
  readonly rewritten: readonly File[];
  readonly known: AffectedContent;
  readonly now: string;
}

function* applyRewrites(
  content: Content,
  { sources, rewritten, known, now }: RewriteInput,
): ObjectQuery<StagedContent> {
  const draft = new Draft(content);
  for (const file of rewritten) draft.files.set(file.id, file);
  for (const source of sources) {
    const { path, oid, frontMatterSource, markdown, title } = source;
    const document = draft.addDocument(markdown);
    const reusable = known.reusableContents.get(path);
    if (reusable !== undefined) {
      draft.reusableContents.set(reusable.id, {
        id: reusable.id,
        title: title ?? reusable.title,
        document,
        ...(frontMatterSource && { frontMatter: storedFrontMatterSource(frontMatterSource) }),
        git: { oid, path },
      });
      continue;
    }
    const page = known.pages.get(path)!;
    const { id, type, parent, rank, slug, linkTitle, createdAt } = page;
    const meta = { linkTitle, ...documentMetadata(source, (named) => known.files.get(named)) };
    draft.replacePage(page, {
      ...withFields({ id, type, parent, title: page.title, createdAt, updatedAt: now }, meta),
      rank,
      ...(slug !== undefined && { slug }),
      document,
    });
  }
  return yield* draft.finish();
}

/** Replaces the report entries of changed texts; undefined when the former report was incomplete. */
function updateReport(
  { gitFormat }: JobContext<'gitFormat'>,
  { point, layout: { summaryPath }, known }: RewriteContext,
  sources: readonly RewrittenSource[],
): readonly SyncReportEntry[] | undefined {
  const changed = new Set(sources.map(({ path }) => path));
  const before = point.report.filter(({ path, code }) => !(changed.has(path) && SINGLE_TEXT_CODES.has(code)));
  const ofTexts = sources.flatMap(({ report }) => report);
  const titles = updatePaths(
    before.find(({ code }) => code === 'title-differs'),
    sources.flatMap(({ path, differs }) => (differs === undefined ? [] : [{ path, applies: differs }])),
    (paths) => gitFormat.reportTitleDifferences(summaryPath ?? '', paths),
  );
  const conditions = updatePaths(
    before.find(({ code }) => code === 'pages-with-condition'),
    sources.flatMap(({ path, fields }) => {
      const page = known.pages.get(path);
      const applies = fields.condition !== undefined;
      return page === undefined || (page.condition !== undefined) === applies ? [] : [{ path, applies }];
    }),
    conditionEntry,
  );
  if (titles === undefined || conditions === undefined) return undefined;
  const others = before.filter(({ code }) => code !== 'title-differs' && code !== 'pages-with-condition');
  return limitReport([...others, ...ofTexts, ...titles, ...conditions]);
}

/**
 * Updates a report entry that is about several texts; undefined when the former entry lists only some of them.
 * @returns the entry, or nothing when it is about no text
 */
function updatePaths(
  before: SyncReportEntry | undefined,
  updates: readonly { readonly path: string; readonly applies: boolean }[],
  write: (paths: ReadonlySet<string>) => SyncReportEntry | undefined,
): readonly SyncReportEntry[] | undefined {
  if (updates.length === 0) return before === undefined ? [] : [before];
  const paths = new Set(before?.paths);
  if (paths.size === MAX_PATHS) return undefined;
  for (const { path, applies } of updates) {
    if (applies) paths.add(path);
    else paths.delete(path);
  }
  const entry = write(paths);
  return entry === undefined ? [] : [entry];
}
