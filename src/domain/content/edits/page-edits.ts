import type { Id } from '../../kernel/id.ts';
import { escapeText } from '../documents/markdown-of-inlines.ts';
import { titleHeading } from '../markdown/title-heading.ts';
import type { DeletePage, InsertPage, RevertPage, UpdatePage } from './changes.ts';
import type { Conflict } from '../conflicts/conflict.ts';
import type { Content } from '../content.ts';
import { ancestorsOf, getPage } from '../content-reads.ts';
import { draftSubtreeHeight, MAX_PAGE_DEPTH } from './page-depth.ts';
import { MAX_BLOCK_TEXT_LENGTH, type Editor } from './editor.ts';
import { sameJson, decodeUtf8, encodeUtf8 } from '../objects/json.ts';
import { hasMarkers } from '../text/markers.ts';
import { hasSlug, type Page } from '../page.ts';
import { findFieldProblem, withFields } from './page-fields.ts';
import { allocateRank } from './allocate-rank.ts';
import { all, both, constantQuery, type ObjectQuery } from '../objects/object-query.ts';
import { revertBlocks } from '../text/revert-blocks.ts';
import { findFreeSlug, MAX_SLUG_LENGTH, findSlugProblem } from './slug.ts';

const DEFAULT_TITLE = 'Untitled';
const DEFAULT_SLUG = 'page';

export function* insertPage(editor: Editor, change: InsertPage): ObjectQuery<void> {
  const { draft, context } = editor;
  const type = change.type ?? 'document';
  validatePage(editor, change, type);
  if (change.ref !== undefined) yield* claimRef(editor, change.ref);
  const id = change.id ?? context.newId();
  if (change.id !== undefined && (yield* draft.pages.get(id)) !== undefined)
    editor.reject('id', 'is taken by another page');
  for (const [field, of] of [
    ['target', 'link'],
    ['computed', 'computed'],
  ] as const)
    if (type === of && !change[field]) editor.reject(field, `is required for a ${type} page`);
  const parent = change.into ?? null;
  yield* checkParent(editor, parent);

  const title = change.title ?? DEFAULT_TITLE;
  const [slug, rank] = yield* both(
    hasSlug(type) ? chooseSlug(editor, parent, change.slug, title, change.preferredSlug) : constantQuery(undefined),
    allocateRank(draft, parent, change.at),
  );
  const page = withFields<Page>(
    { id, type, parent, rank, slug, title, createdAt: context.now, updatedAt: context.now },
    change,
  );
  draft.replacePage(undefined, change.document ? { ...page, document: draft.addDocument(change.document) } : page);
  editor.recordEffect(id, 'created', change.ref);
}

export function* updatePage(editor: Editor, change: UpdatePage): ObjectQuery<void> {
  const { draft, context } = editor;
  const page = yield* requirePage(editor, change.page);
  validatePage(editor, change, page.type);
  const parent = change.into === undefined ? page.parent : change.into;
  const moves = parent !== page.parent;
  if (moves) yield* checkParent(editor, parent, page);

  let next = withFields(page, change);
  if (change.document) {
    const stored = change.keepsTitleHeading ? yield* draft.readDocument(page) : undefined;
    const document = withTitleHeading(change.document, stored, page.title, next.title);
    next = { ...next, document: draft.addDocument(document) };
  }
  if (moves || change.slug !== undefined || change.at !== undefined) {
    draft.replacePage(page, undefined);
    const slug =
      page.slug === undefined ? undefined : yield* chooseSlug(editor, parent, change.slug ?? page.slug, next.title);
    const stays = !moves && change.at === undefined;
    const rank = stays ? page.rank : yield* allocateRank(draft, parent, change.at, moves ? undefined : page);
    next = { ...next, parent, slug, rank };
    draft.replacePage(undefined, sameJson(page, next) ? page : { ...next, updatedAt: context.now });
  } else if (!sameJson(page, next)) {
    draft.replacePage(page, { ...next, updatedAt: context.now });
  }
  yield* editor.resolveConflicts({ kind: 'page', id: page.id }, (conflict) => resolvesConflict(change, conflict));
  editor.recordEffect(page.id, 'updated');
}

/**
 * Adds the heading that repeats the page's title in the stored document to a new one without any; a new title replaces
 * its text.
 */
function withTitleHeading(
  document: Uint8Array,
  stored: Uint8Array | undefined,
  before: string,
  title: string,
): Uint8Array {
  const former = decodeUtf8(stored ?? new Uint8Array()) ?? '';
  const heading = titleHeading(former, before);
  const text = decodeUtf8(document);
  if (heading === undefined || text === undefined) return document;
  if (titleHeading(text, before) !== undefined || titleHeading(text, title) !== undefined) return document;
  const [lineBreak = '\n'] = /\r?\n$/.exec(heading) ?? [];
  const line = title === before ? heading.replace(/\r?\n$/, '') : `# ${escapeText(title.replace(/\s+/g, ' '))}`;
  const rest = former.slice(heading.length);
  const gap = rest.trim() === '' ? lineBreak : /^(?:[ \t]*\r?\n)*/.exec(rest)![0];
  return encodeUtf8(line + lineBreak + (text === '' ? '' : gap + text));
}

export function* deletePage(editor: Editor, change: DeletePage): ObjectQuery<void> {
  yield* deleteSubtree(editor, yield* requirePage(editor, change.page));
}

export function* revertPage(editor: Editor, change: RevertPage): ObjectQuery<void> {
  const { draft, context } = editor;
  const to =
    change.to ??
    context.base ??
    editor.reject(
      'revision',
      'is required in the content of a space, because only a change request has a base revision',
    );
  const before = yield* draft.pages.get(change.page);
  const target = yield* getPage(to, change.page);
  if (change.blocks !== undefined) return yield* revertText(editor, before, target, change.blocks);
  if (target === undefined) return yield* deleteSubtree(editor, before ?? editor.reject('page', 'does not exist'));

  const parent = yield* nearestExistingParent(editor, to, target);
  draft.replacePage(before, undefined);
  const slug = target.slug === undefined ? undefined : yield* findFreeSlug(draft.children, parent, target.slug);
  draft.replacePage(undefined, { ...target, parent, slug });
  yield* editor.resolveConflicts({ kind: 'page', id: target.id });
  editor.recordEffect(target.id, before ? 'updated' : 'created');
}

/** Reverts blocks of a page's text; the other fields stay unchanged. */
function* revertText(
  editor: Editor,
  page: Page | undefined,
  target: Page | undefined,
  keys: readonly string[],
): ObjectQuery<void> {
  const { draft, context } = editor;
  const { blocksOf } = context;
  if (page === undefined) return editor.reject('page', 'does not exist');
  if (target === undefined || blocksOf === undefined)
    return editor.reject('block', 'the page has no blocks in that revision; omit this field to revert the whole page');
  const [present, base] = (yield* all([draft.readDocument(page), draft.readDocument(target)])).map((bytes) =>
    decodeUtf8(bytes ?? new Uint8Array()),
  );
  if (present === undefined || base === undefined)
    return editor.reject('block', 'the document is not text; omit this field to revert the whole page');
  if (!editor.consumeBlockText(present.length + base.length))
    editor.reject(
      'block',
      `the text before and after exceeds ${MAX_BLOCK_TEXT_LENGTH} characters together; omit this field to revert the whole page`,
    );
  const { text, unknown } = yield* revertBlocks(
    { text: present, blocks: blocksOf(present) },
    { text: base, blocks: blocksOf(base) },
    new Set(keys),
  );
  if (unknown.length > 0)
    editor.reject(`block.${keys.indexOf(unknown[0]!)}`, 'is not a block of the page in either revision');
  if (text !== present)
    draft.replacePage(page, { ...page, document: draft.addDocument(encodeUtf8(text)), updatedAt: context.now });
  yield* editor.resolveConflicts(
    { kind: 'page', id: page.id },
    ({ kind, markers }) => kind === 'content' && !hasMarkers(text, markers ?? []),
  );
  editor.recordEffect(page.id, 'updated');
}

function validatePage(editor: Editor, change: InsertPage | UpdatePage, type: Page['type']): void {
  const problem = findFieldProblem(change, type);
  if (problem) editor.reject(problem.field, problem.message);
  if (change.document && type !== 'document') editor.reject('document', `a ${type} page has no document`);
  if (change.at !== undefined && !(Number.isSafeInteger(change.at) && change.at >= 0))
    editor.reject('at', 'must be an integer of at least 0');
}

function* requirePage(editor: Editor, id: Id): ObjectQuery<Page> {
  return (yield* editor.draft.pages.get(id)) ?? editor.reject('page', 'does not exist');
}

/** Checks that a name of the batch is not the path of a page. */
function* claimRef(editor: Editor, ref: string): ObjectQuery<void> {
  editor.claimRef(ref);
  let id: Id | null | undefined = null;
  for (const slug of ref.split('/')) {
    id = yield* editor.draft.slugOwner(id, slug);
    if (id === undefined) return;
  }
  editor.reject('ref', 'is the path of a page');
}

function* checkParent(editor: Editor, parent: Id | null, moving?: Page): ObjectQuery<void> {
  if (parent === null) return;
  const { draft } = editor;
  const find = (id: Id): ObjectQuery<Page | undefined> => draft.pages.get(id);
  const page = (yield* find(parent)) ?? editor.reject('into', 'does not exist');
  if (!hasSlug(page.type)) editor.reject('into', `a ${page.type} page has no subpages`);
  const above = [page, ...(yield* ancestorsOf(find, page))];
  if (above.some(({ id }) => id === moving?.id))
    editor.reject('into', 'a page cannot be moved below itself or one of its subpages');
  // The descendants of a page that does not move deeper are known to fit.
  const deeper = moving !== undefined && above.length > (yield* ancestorsOf(find, moving)).length;
  const height = deeper ? yield* draftSubtreeHeight(draft, moving.id) : 1;
  if (above.length + height > MAX_PAGE_DEPTH)
    editor.reject('into', `pages can be nested at most ${MAX_PAGE_DEPTH} levels deep`);
}

/**
 * Chooses the slug: a given one must be free; the default (the preferred slug, or one derived from the title) is
 * numbered if taken.
 */
function* chooseSlug(
  editor: Editor,
  parent: Id | null,
  requestedSlug: string | undefined,
  title: string,
  likely?: string,
): ObjectQuery<string> {
  if (requestedSlug) {
    if ((yield* editor.draft.slugOwner(parent, requestedSlug)) !== undefined)
      editor.reject('slug', `a sibling page already has the slug ${requestedSlug}`);
    return requestedSlug;
  }
  const fitting = likely !== undefined && findSlugProblem(likely) === undefined ? likely : undefined;
  const base = fitting ?? (editor.context.slugify(title).slice(0, MAX_SLUG_LENGTH) || DEFAULT_SLUG);
  return yield* findFreeSlug(editor.draft.children, parent, base);
}

function* deleteSubtree(editor: Editor, top: Page): ObjectQuery<void> {
  const { draft } = editor;
  for (let level = [top]; level.length > 0;) {
    const below = (yield* all(level.map(({ id }) => draft.siblings(id).all()))).flat();
    const pages = yield* all(below.map(({ id }) => draft.pages.get(id)));
    for (const page of level) {
      draft.replacePage(page, undefined);
      editor.recordEffect(page.id, 'deleted');
    }
    yield* all(level.map(({ id }) => editor.resolveConflicts({ kind: 'page', id })));
    level = pages.filter((page) => page !== undefined);
  }
}

/**
 * Finds the nearest ancestor in `to` that exists in the draft, leaves enough depth for the page, and is not below the
 * page.
 */
function* nearestExistingParent(editor: Editor, to: Content, page: Page): ObjectQuery<Id | null> {
  const { draft } = editor;
  const height = yield* draftSubtreeHeight(draft, page.id);
  for (const { id } of yield* ancestorsOf((one) => getPage(to, one), page)) {
    const candidate = yield* draft.pages.get(id);
    if (candidate === undefined) continue;
    const above = yield* ancestorsOf((one) => draft.pages.get(one), candidate);
    if (above.length + 1 + height <= MAX_PAGE_DEPTH && !above.some((one) => one.id === page.id)) return id;
  }
  return null;
}

/** Tells whether an update resolves a conflict. */
function resolvesConflict(change: UpdatePage, conflict: Conflict): boolean {
  const places = change.into !== undefined || change.at !== undefined;
  switch (conflict.kind) {
    case 'content': {
      if (change.document === undefined) return false;
      const text = decodeUtf8(change.document);
      return text === undefined || !hasMarkers(text, conflict.markers ?? []);
    }
    case 'field': {
      const field = (conflict.field ?? '').split('.')[0]!;
      if (field === 'parent') return change.into !== undefined;
      // No edit sets a page's type: any edit of the page accepts the present one.
      return field === 'type' || change[field as keyof UpdatePage] !== undefined;
    }
    case 'move-cycle':
    case 'orphan':
    case 'order':
      return places;
    case 'slug':
      return change.slug !== undefined || change.into !== undefined;
    default:
      return true;
  }
}
