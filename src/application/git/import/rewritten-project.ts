import { readContent, type Content } from '../../../domain/content/content.ts';
import { Draft, type StagedContent } from '../../../domain/content/edits/draft.ts';
import { withFields } from '../../../domain/content/edits/page-fields.ts';
import type { ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { ProjectLayout, SyncPoint } from '../../../domain/git/sync-point.ts';
import type { RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { PlannedFile, ParsedText } from '../../../ports/git/repository-format.ts';
import { read } from '../../content/reading.ts';
import type { JobContext } from '../../kernel/job.ts';
import { SINGLE_TEXT_CODES, type ChangesSince } from './changes-since.ts';
import { documentMetadata, storedFrontMatterSource } from './document-metadata.ts';
import { filesByPath, findPagesByFile, reusableContentsByPath } from './content-by-path.ts';
import { putObjects } from '../../content/put-objects.ts';
import { readContentSize, type RemoteContent } from './remote-content.ts';
import { storeFiles } from './store-files.ts';
import { limitReport, MAX_PATHS } from '../sync-report.ts';

const MAX_TEXT_BYTES = 20 * 1024 ** 2;
const MAX_FILE_BYTES = 100 * 1024 ** 2;
/** A file of the project that says something else now. */
interface RewrittenFile {
  readonly path: string;
  readonly before: string;
  readonly oid: string;
  readonly size: number;
}

interface RewrittenFiles {
  readonly texts: readonly RewrittenFile[];
  readonly files: readonly PlannedFile[];
  /** Files that are not imported, unless a cover or the summary names them. */
  readonly others: readonly string[];
}

/** What the changed files are in the content that holds them as they were. */
interface AffectedContent {
  readonly pages: ReadonlyMap<string, Page>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
  readonly files: ReadonlyMap<string, File>;
}

/**
 * The commit as a content where files say something else and nothing more: the pages of these files are read and written, and
 * no others. Undefined where files came, went or moved, or something else changed that more than its own page follows from.
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
  const sources = await readTexts(context, snapshot, texts, { point, layout, known });
  if (sources === undefined) return undefined;
  const report = updateReport(context, point.report, layout, sources);
  if (report === undefined) return undefined;

  const stored = await storeFiles(context, files, (wanted) => snapshot.read(wanted.map(({ oid }) => oid)));
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

/** The changed texts and files; undefined where more follows from a change than what the file itself becomes. */
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
  /** Whether its heading says something else than the summary now; absent where that is as it was. */
  readonly differs?: boolean;
}

/** The changed texts, read; undefined where other pages or files follow from what they say now. */
async function readTexts(
  { gitFormat }: JobContext<'gitFormat'>,
  snapshot: RepositorySnapshot,
  texts: readonly RewrittenFile[],
  { point, layout, known }: RewriteContext,
): Promise<readonly RewrittenSource[] | undefined> {
  const imported = texts.filter(({ path }) => known.pages.has(path) || known.reusableContents.has(path));
  // Without a summary every text is a page: one that is none was left out for a reason.
  if (layout.summaryPath === null && imported.length < texts.length) return undefined;
  const bytes = new Map<string, Uint8Array>();
  for await (const blob of snapshot.read(new Set(imported.flatMap(({ before, oid }) => [before, oid]))))
    bytes.set(blob.oid, blob.bytes);
  const surroundings = { ...layout, files: new Set(known.files.keys()) };
  // Then the titles of pages are those of the summary.
  const titled =
    layout.summaryPath !== null && !point.report.some(({ code }) => code === 'title-missing' || code === 'report-cut');
  const sources: RewrittenSource[] = [];
  for (const { path, before, oid } of imported) {
    const [was, is] = [before, oid].map((one) => gitFormat.readText(path, bytes.get(one)!, surroundings));
    const page = known.pages.get(path);
    if (page !== undefined && !titled && was!.title !== is!.title) return undefined;
    if (page === undefined && was!.title !== null && is!.title === null) return undefined; // then the file's name is its title
    if (!affectsNoOtherFile(was!, is!, (named) => gitFormat.roleOf(named, layout) !== 'asset')) return undefined;
    const differed = page !== undefined && titled && hasOtherTitle(was!, page);
    const now = page !== undefined && titled && hasOtherTitle(is!, page);
    sources.push({ ...is!, path, oid, ...(differed !== now && { differs: now }) });
  }
  return sources;
}

/** What is told of titles: that the heading is another one. */
const hasOtherTitle = ({ heading }: ParsedText, { title }: Page): boolean => heading !== null && heading !== title;

/** Whether no other file has to be imported, or to go, because of what a text says now instead of what it said. */
function affectsNoOtherFile(was: ParsedText, is: ParsedText, isFile: (path: string) => boolean): boolean {
  if ([...is.unresolvedTargets].some((named) => !was.unresolvedTargets.has(named))) return false; // it may be there, and would have to be imported
  return ![...was.referencedFiles].some((named) => !is.referencedFiles.has(named) && isFile(named)); // perhaps nothing names it any more
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

/** What was told of the project, with what is to be told of its changed texts now; undefined where not all was told. */
function updateReport(
  { gitFormat }: JobContext<'gitFormat'>,
  before: readonly SyncReportEntry[],
  { summaryPath }: ProjectLayout,
  sources: readonly RewrittenSource[],
): readonly SyncReportEntry[] | undefined {
  const changed = new Set(sources.map(({ path }) => path));
  const others = before.filter(({ path, code }) => !(changed.has(path) && SINGLE_TEXT_CODES.has(code)));
  const ofTexts = sources.flatMap(({ report }) => report);
  const untitled = before.find(({ code }) => code === 'title-differs');
  const titles = sources.filter(({ differs: now }) => now !== undefined);
  if (summaryPath === null || titles.length === 0) return limitReport([...others, ...ofTexts]);
  const differing = new Set(untitled?.paths);
  if (differing.size === MAX_PATHS) return undefined;
  for (const { path, differs: now } of titles) {
    if (now === true) differing.add(path);
    else differing.delete(path);
  }
  const told = gitFormat.reportTitleDifferences(summaryPath, differing);
  return limitReport([...others.filter((entry) => entry !== untitled), ...ofTexts, ...(told ? [told] : [])]);
}
