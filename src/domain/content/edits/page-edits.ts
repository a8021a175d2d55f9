import type { Id } from '../../kernel/id.ts';
import type { DeletePage, InsertPage, RevertPage, UpdatePage } from './changes.ts';
import type { Conflict } from '../conflicts/conflict.ts';
import type { Content } from '../content.ts';
import { ancestorsOf, getPage } from '../content-reads.ts';
import { heightInDraft, MAX_DEPTH } from './depth.ts';
import { MAX_BLOCK_TEXT, type Editor } from './editor.ts';
import { sameJson, textOf, utf8 } from '../objects/json.ts';
import { holdsMarkers } from '../text/markers.ts';
import { hasSlug, type Page } from '../page.ts';
import { problemOf, withFields } from './page-fields.ts';
import { rankAt } from './placing.ts';
import { all, both, done, type Reading } from '../objects/reading.ts';
import { revertBlocks } from '../text/revert-blocks.ts';
import { freeSlug, MAX_SLUG_LENGTH, slugProblem } from './slug.ts';

const DEFAULT_TITLE = 'Untitled';
const DEFAULT_SLUG = 'page';

export function* insertPage(editor: Editor, change: InsertPage): Reading<void> {
  const { draft, context } = editor;
  const type = change.type ?? 'document';
  check(editor, change, type);
  if (change.ref !== undefined) yield* claimRef(editor, change.ref);
  const id = change.id ?? context.newId();
  if (change.id !== undefined && (yield* draft.pages.get(id)) !== undefined)
    editor.refuse('id', 'is taken by another page');
  for (const [field, of] of [
    ['target', 'link'],
    ['computed', 'computed'],
  ] as const)
    if (type === of && !change[field]) editor.refuse(field, `a ${type} page needs one`);
  const parent = change.into ?? null;
  yield* checkParent(editor, parent);

  const title = change.title ?? DEFAULT_TITLE;
  const [slug, rank] = yield* both(
    hasSlug(type) ? slugFor(editor, parent, change.slug, title, change.likelySlug) : done(undefined),
    rankAt(draft, parent, change.at),
  );
  const page = withFields<Page>(
    { id, type, parent, rank, slug, title, createdAt: context.now, updatedAt: context.now },
    change,
  );
  draft.replace(undefined, change.document ? { ...page, document: draft.document(change.document) } : page);
  editor.touch(id, 'created', change.ref);
}

export function* updatePage(editor: Editor, change: UpdatePage): Reading<void> {
  const { draft, context } = editor;
  const page = yield* knownPage(editor, change.page);
  check(editor, change, page.type);
  const parent = change.into === undefined ? page.parent : change.into;
  const moves = parent !== page.parent;
  if (moves) yield* checkParent(editor, parent, page);

  let next = withFields(page, change);
  if (change.document) next = { ...next, document: draft.document(change.document) };
  if (moves || change.slug !== undefined || change.at !== undefined) {
    draft.replace(page, undefined);
    const slug =
      page.slug === undefined ? undefined : yield* slugFor(editor, parent, change.slug ?? page.slug, next.title);
    const stays = !moves && change.at === undefined;
    const rank = stays ? page.rank : yield* rankAt(draft, parent, change.at, moves ? undefined : page);
    next = { ...next, parent, slug, rank };
    draft.replace(undefined, sameJson(page, next) ? page : { ...next, updatedAt: context.now });
  } else if (!sameJson(page, next)) {
    draft.replace(page, { ...next, updatedAt: context.now });
  }
  yield* editor.resolve({ kind: 'page', id: page.id }, (conflict) => settles(change, conflict));
  editor.touch(page.id, 'updated');
}

export function* deletePage(editor: Editor, change: DeletePage): Reading<void> {
  yield* deleteSubtree(editor, yield* knownPage(editor, change.page));
}

export function* revertPage(editor: Editor, change: RevertPage): Reading<void> {
  const { draft, context } = editor;
  const to = change.to ?? context.base ?? editor.refuse('revision', 'there is nothing to go back to');
  const before = yield* draft.pages.get(change.page);
  const target = yield* getPage(to, change.page);
  if (change.blocks !== undefined) return yield* revertText(editor, before, target, change.blocks);
  if (target === undefined) return yield* deleteSubtree(editor, before ?? editor.refuse('page', 'no such page'));

  const parent = yield* livingParent(editor, to, target);
  draft.replace(before, undefined);
  const slug = target.slug === undefined ? undefined : yield* freeSlug(draft.children, parent, target.slug);
  draft.replace(undefined, { ...target, parent, slug });
  yield* editor.resolve({ kind: 'page', id: target.id });
  editor.touch(target.id, before ? 'updated' : 'created');
}

/** Takes blocks of a page's text back; what else the page has stays. */
function* revertText(
  editor: Editor,
  page: Page | undefined,
  target: Page | undefined,
  keys: readonly string[],
): Reading<void> {
  const { draft, context } = editor;
  const { blocksOf } = context;
  if (page === undefined) return editor.refuse('page', 'no such page');
  if (target === undefined || blocksOf === undefined)
    return editor.refuse('block', 'the page has no blocks to go back to: leave it out to revert the whole page');
  const [present, base] = (yield* all([draft.documentOf(page), draft.documentOf(target)])).map((bytes) =>
    textOf(bytes ?? new Uint8Array()),
  );
  if (present === undefined || base === undefined)
    return editor.refuse('block', 'the document is not text: leave it out to revert the whole page');
  if (!editor.spendBlockText(present.length + base.length))
    editor.refuse(
      'block',
      `blocks of at most ${MAX_BLOCK_TEXT} characters go back in one edit, before and after together: leave it out to revert the whole page`,
    );
  const { text, unknown } = yield* revertBlocks(
    { text: present, blocks: blocksOf(present) },
    { text: base, blocks: blocksOf(base) },
    new Set(keys),
  );
  if (unknown.length > 0)
    editor.refuse(`block.${keys.indexOf(unknown[0]!)}`, 'is no block of the page, neither now nor then');
  if (text !== present) draft.replace(page, { ...page, document: draft.document(utf8(text)), updatedAt: context.now });
  yield* editor.resolve(
    { kind: 'page', id: page.id },
    ({ kind, markers }) => kind === 'content' && !holdsMarkers(text, markers ?? []),
  );
  editor.touch(page.id, 'updated');
}

function check(editor: Editor, change: InsertPage | UpdatePage, type: Page['type']): void {
  const problem = problemOf(change, type);
  if (problem) editor.refuse(problem.field, problem.message);
  if (change.document && type !== 'document') editor.refuse('document', `a ${type} page has no document`);
  if (change.at !== undefined && !(Number.isSafeInteger(change.at) && change.at >= 0))
    editor.refuse('at', 'must be an integer of at least 0');
}

function* knownPage(editor: Editor, id: Id): Reading<Page> {
  return (yield* editor.draft.pages.get(id)) ?? editor.refuse('page', 'no such page');
}

/** A name in the batch must not be mistaken for a page's path. */
function* claimRef(editor: Editor, ref: string): Reading<void> {
  editor.claimRef(ref);
  let id: Id | null | undefined = null;
  for (const slug of ref.split('/')) {
    id = yield* editor.draft.owner(id, slug);
    if (id === undefined) return;
  }
  editor.refuse('ref', 'is the path of a page');
}

function* checkParent(editor: Editor, parent: Id | null, moving?: Page): Reading<void> {
  if (parent === null) return;
  const { draft } = editor;
  const find = (id: Id): Reading<Page | undefined> => draft.pages.get(id);
  const page = (yield* find(parent)) ?? editor.refuse('into', 'no such page');
  if (!hasSlug(page.type)) editor.refuse('into', `a ${page.type} page has no subpages`);
  const above = [page, ...(yield* ancestorsOf(find, page))];
  if (above.some(({ id }) => id === moving?.id))
    editor.refuse('into', 'a page cannot go under itself or under one of its subpages');
  // What is below a page that does not go deeper fits already.
  const deeper = moving !== undefined && above.length > (yield* ancestorsOf(find, moving)).length;
  const height = deeper ? yield* heightInDraft(draft, moving.id) : 1;
  if (above.length + height > MAX_DEPTH) editor.refuse('into', `pages nest at most ${MAX_DEPTH} deep`);
}

/** A slug given must be free; the default one (the likely one, else from the title) gets a number when it is not. */
function* slugFor(
  editor: Editor,
  parent: Id | null,
  given: string | undefined,
  title: string,
  likely?: string,
): Reading<string> {
  if (given) {
    if ((yield* editor.draft.owner(parent, given)) !== undefined)
      editor.refuse('slug', `a sibling has the slug ${given} already`);
    return given;
  }
  const fitting = likely !== undefined && slugProblem(likely) === undefined ? likely : undefined;
  const wanted = fitting ?? (editor.context.slugify(title).slice(0, MAX_SLUG_LENGTH) || DEFAULT_SLUG);
  return yield* freeSlug(editor.draft.children, parent, wanted);
}

function* deleteSubtree(editor: Editor, top: Page): Reading<void> {
  const { draft } = editor;
  for (let level = [top]; level.length > 0;) {
    const below = (yield* all(level.map(({ id }) => draft.siblings(id).all()))).flat();
    const pages = yield* all(below.map(({ id }) => draft.pages.get(id)));
    for (const page of level) {
      draft.replace(page, undefined);
      editor.touch(page.id, 'deleted');
    }
    yield* all(level.map(({ id }) => editor.resolve({ kind: 'page', id })));
    level = pages.filter((page) => page !== undefined);
  }
}

/** The parent that a page has in `to`, or its nearest ancestor there that lives in the draft, where the page fits, and that is not below it. */
function* livingParent(editor: Editor, to: Content, page: Page): Reading<Id | null> {
  const { draft } = editor;
  const height = yield* heightInDraft(draft, page.id);
  for (const { id } of yield* ancestorsOf((one) => getPage(to, one), page)) {
    const candidate = yield* draft.pages.get(id);
    if (candidate === undefined) continue;
    const above = yield* ancestorsOf((one) => draft.pages.get(one), candidate);
    if (above.length + 1 + height <= MAX_DEPTH && !above.some((one) => one.id === page.id)) return id;
  }
  return null;
}

/** Whether an update answers what a conflict asks. */
function settles(change: UpdatePage, conflict: Conflict): boolean {
  const places = change.into !== undefined || change.at !== undefined;
  switch (conflict.kind) {
    case 'content': {
      if (change.document === undefined) return false;
      const text = textOf(change.document);
      return text === undefined || !holdsMarkers(text, conflict.markers ?? []);
    }
    case 'field': {
      const field = (conflict.field ?? '').split('.')[0]!;
      if (field === 'parent') return change.into !== undefined;
      // No edit sets a page's type: whoever edits the page takes it as it is.
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
