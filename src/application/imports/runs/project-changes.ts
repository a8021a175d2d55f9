import { hashOf } from '../../../domain/content/objects/hash.ts';
import { decodeUtf8, encodeUtf8 } from '../../../domain/content/objects/json.ts';
import type { PageSeed } from '../../../domain/content/edits/build-content.ts';
import type { File } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { PAUSE, type Pausable } from '../../../domain/kernel/pausable.ts';
import {
  candidateMarkdownFiles,
  parseTargetKey,
  pathInPagesFolder,
  pathSpellings,
  targetKey,
} from '../../../domain/links/link-target.ts';
import { rewriteLinks } from '../../../domain/links/rewrite-links.ts';
import type { ImportPlan, ImportReportEntry } from '../../../ports/git/repository-format.ts';
import type { PlannedChange } from '../../content/plan-changes.ts';
import { read } from '../../content/reading.ts';
import { NO_CONTENT } from '../../git/import/previous-content.ts';
import { seedContent } from '../../git/import/seed-content.ts';
import { contentFiles, storeFiles } from '../../git/import/store-files.ts';
import type { Services } from '../../kernel/services.ts';
import { inTimeSlices } from '../../kernel/time-slices.ts';
import { describeBrokenTargets } from './broken-targets.ts';
import type { ConvertedProject } from './convert-project.ts';
import type { ImportItems } from './import-items.ts';
import type { SourceContext, SourceFiles } from './source-files.ts';

export type ProjectContext = SourceContext &
  Pick<Services, 'files' | 'gitFormat' | 'ids' | 'content'> & { readonly now: string };

/** Codes of report entries about files that are not imported. */
const LOSSES: ReadonlySet<string> = new Set([
  'symlink-skipped',
  'submodule-skipped',
  'path-refused',
  'file-too-large',
  'file-unreadable',
  'file-elsewhere',
  'missing-file',
  'unlisted-files',
  'mdx-not-imported',
  'cover-missing',
  'tag-invalid',
]);
/** Codes of report entries that concern later exports only. */
const IGNORED: ReadonlySet<string> = new Set(['no-summary', 'empty-project', 'page-path-differs', 'title-differs']);

/**
 * Reads a project by the rules of Git imports and plans its pages, files and reusable contents as additions below a
 * page. Links between them lead to their ids.
 */
export async function planProject(
  context: ProjectContext,
  source: SourceFiles,
  project: ConvertedProject,
  items: ImportItems,
  into: Id | null,
): Promise<readonly PlannedChange[]> {
  const plan = await readPlan(context, project);
  const files = await storeProjectFiles(context, source, project, plan);
  const seed = await read(
    context.content,
    seedContent(plan, { newId: () => context.ids.next(), now: context.now, files, previous: NO_CONTENT }),
  );
  const targets: LinkTargets = {
    pages: new Map(seed.pages.flatMap(({ id, git }) => (git ? [[git.path, id] as const] : []))),
    documents: new Map(
      seed.pages.flatMap(({ id, git }) => (git ? [[project.origins.get(git.path) ?? git.path, id] as const] : [])),
    ),
    files: new Map([...files].map(([path, { id }]) => [path, id])),
    contents: new Map((seed.reusableContents ?? []).flatMap(({ id, git }) => (git ? [[git.path, id] as const] : []))),
  };
  const originOf = (path: string): string => project.origins.get(path) ?? path;
  const changes: PlannedChange[] = [];
  if (files.size > 0)
    changes.push({ operation: 'insert_files', files: [...files.values()].map(({ git: _, ...file }) => file) });
  for (const { id, title, document, frontMatter, git } of seed.reusableContents ?? [])
    changes.push({
      operation: 'insert_reusable_content',
      id,
      title,
      document: await inTimeSlices(linkedText(document as Uint8Array, git?.path ?? '', targets, () => {})),
      ...(frontMatter && { frontMatter }),
    });
  for (const page of seed.pages) {
    const item = page.git === undefined ? page.title : originOf(page.git.path);
    items.imported(item, { page: page.id });
    const broken = new Set<string>();
    const onBroken = (target: string): void => void broken.add(target);
    changes.push(await inTimeSlices(insertPage(page, into, project.hasGeneratedNames, targets, onBroken)));
    if (broken.size > 0) items.changed(item, describeBrokenTargets(broken));
    if (page.type === 'group' && into !== null)
      items.changed(item, 'the group becomes a page, because groups are at the top level only');
  }
  for (const [path, { id }] of files) items.imported(originOf(path), { file: id });
  reportPlan(plan, items, originOf);
  for (const path of project.media.keys())
    if (!files.has(path) && !items.has(originOf(path)))
      items.lost(originOf(path), 'no imported page refers to the file');
  for (const path of project.texts.keys()) {
    const isUsed = targets.pages.has(path) || targets.contents.has(path) || items.has(originOf(path));
    if (!isUsed && /\.(?:md|markdown)$/i.test(path) && path !== plan.summaryPath)
      items.lost(originOf(path), 'the table of contents does not list the file');
  }
  return changes;
}

interface LinkTargets {
  readonly pages: ReadonlyMap<string, Id>;
  /** Pages by the paths of the documents that they were converted from. */
  readonly documents: ReadonlyMap<string, Id>;
  readonly files: ReadonlyMap<string, Id>;
  readonly contents: ReadonlyMap<string, Id>;
}

function readPlan({ gitFormat }: ProjectContext, { texts, media }: ConvertedProject): Promise<ImportPlan> {
  const entries = [
    ...[...texts].map(([path, bytes]) => ({ path, oid: hashOf('document', bytes) as string, size: bytes.byteLength })),
    ...[...media].map(([path, { oid, size }]) => ({ path, oid, size })),
  ]
    .map((entry) => ({ ...entry, kind: 'file' as const }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return gitFormat.read({
    list: () => entries,
    read: async (paths) =>
      new Map(paths.flatMap((path) => (texts.has(path) ? [[path, texts.get(path)!] as const] : []))),
  });
}

/** Stores the files that pages refer to. */
async function storeProjectFiles(
  context: ProjectContext,
  source: SourceFiles,
  { embedded }: ConvertedProject,
  plan: ImportPlan,
): Promise<ReadonlyMap<string, File>> {
  const { blobs, organizationStorage, scope, ids } = context;
  const stored = await storeFiles(
    { files: context.files, blobs: organizationStorage.blobsOf(blobs, scope.organizationId) },
    plan.files,
    async function* (batch) {
      const outside = [];
      for (const { oid } of batch) {
        const bytes = embedded.get(oid);
        if (bytes === undefined) outside.push(oid);
        else yield { oid, bytes };
      }
      if (outside.length === 0) return;
      yield* await readInParts(source, outside);
    },
  );
  return contentFiles(plan.files, stored, [], () => ids.next());
}

/** Reads files while their archive is open, a bounded number at a time. */
async function readInParts(
  source: SourceFiles,
  oids: readonly string[],
): Promise<AsyncIterable<{ readonly oid: string; readonly bytes: Uint8Array }>> {
  const PART = 20;
  return (async function* () {
    for (let start = 0; start < oids.length; start += PART) {
      const part = await source.open(async (files) => {
        const found: { oid: string; bytes: Uint8Array }[] = [];
        for await (const blob of files.read(oids.slice(start, start + PART))) found.push(blob);
        return found;
      });
      yield* part;
    }
  })();
}

function* insertPage(
  { id, type, parent, slug, document, git, rank: _rank, createdAt: _created, updatedAt: _updated, ...fields }: PageSeed,
  into: Id | null,
  hasGeneratedName: boolean,
  targets: LinkTargets,
  broken: (target: string) => void,
): Pausable<PlannedChange> {
  const isBelow = type === 'group' && into !== null;
  const text =
    document instanceof Uint8Array ? yield* linkedText(document, git?.path ?? '', targets, broken) : undefined;
  yield PAUSE;
  return {
    operation: 'insert_page',
    ...fields,
    id,
    type: isBelow ? 'document' : type,
    into: parent ?? into,
    // The page of a folder is named by its title rather than by its file.
    ...(slug !== undefined && !hasGeneratedName && slug !== 'readme' && { preferredSlug: slug }),
    ...(text !== undefined ? { document: text } : isBelow && { document: new Uint8Array() }),
  };
}

/** Replaces links to items of the project by links to their ids. Texts that are not UTF-8 stay as they are. */
function* linkedText(
  bytes: Uint8Array,
  path: string,
  targets: LinkTargets,
  broken: (target: string) => void,
): Pausable<Uint8Array> {
  const markdown = decodeUtf8(bytes);
  if (markdown === undefined) return bytes;
  const linked = yield* rewriteLinks(markdown, ({ target, use }) => {
    const key = targetKey(target, { documentPath: path }, use);
    const parsed = key === undefined ? undefined : parseTargetKey(key);
    if (parsed?.kind === 'broken') broken(target);
    if (parsed?.kind !== 'path' && parsed?.kind !== 'content' && parsed?.kind !== 'page') return undefined;
    const anchor = parsed.kind !== 'content' && parsed.anchor !== undefined ? `#${parsed.anchor}` : '';
    const written = parsed.kind === 'page' ? pathInPagesFolder(parsed.path) : parsed.path;
    for (const spelling of pathSpellings(written)) {
      if (parsed.kind === 'content') {
        const content = targets.contents.get(spelling);
        if (content !== undefined) return `/reusable-content/${content}`;
        continue;
      }
      const file = targets.files.get(spelling);
      if (file !== undefined) return `/files/${file}${anchor}`;
      const page =
        candidateMarkdownFiles(spelling.replace(/\/+$/, ''))
          .map((one) => targets.pages.get(one))
          .find((id) => id !== undefined) ?? targets.documents.get(spelling);
      if (page !== undefined) return `/pages/${page}${anchor}`;
    }
    broken(target);
    return undefined;
  });
  return encodeUtf8(linked);
}

function reportPlan(plan: ImportPlan, items: ImportItems, originOf: (path: string) => string): void {
  for (const entry of plan.report) {
    if (IGNORED.has(entry.code)) continue;
    for (const path of pathsOf(entry)) reportEntry(items, originOf(path), entry);
  }
  for (const { source } of plan.redirects) items.lost(source, 'redirects are not imported');
  for (const name of Object.keys(plan.variables))
    items.lost(name, 'variables are not imported, because they would change the other pages of the space');
  for (const { tag } of plan.tags) items.lost(tag, 'tags are not imported');
}

const pathsOf = ({ path, paths }: ImportReportEntry): readonly string[] => paths ?? [path];

function reportEntry(items: ImportItems, item: string, { code, level, message, line }: ImportReportEntry): void {
  const text = line === undefined ? message : `line ${line}: ${message}`;
  if (LOSSES.has(code)) {
    if (!items.has(item)) items.lost(item, text);
    else items.changed(item, text);
  } else if (level === 'warning') items.changed(item, text);
}
