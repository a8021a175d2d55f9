import { splitField } from './conflict-sides.ts';
import type { JsonObject, Json } from '../objects/json.ts';
import { hasSlug, type Page, type PageType } from '../page.ts';
import { PAGE_FIELDS, withFields } from '../edits/page-fields.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { resolvePosition, takeParent, takeSlug } from './resolve-position.ts';
import { resolveDocument, rejectResolution, selectSide, type ResolutionTask } from './conflict-resolution.ts';

/**
 * Resolves a conflict of a page; false if the page is deleted as a result.
 * @throws NotPossible
 */
export function* resolvePage(task: ResolutionTask): ObjectQuery<boolean> {
  const { draft, conflict, context } = task;
  const page = yield* draft.pages.get(conflict.subject.id);
  if (page === undefined) return false;
  switch (conflict.kind) {
    case 'edit-delete':
      return yield* resolveEditDelete(task, page);
    case 'content': {
      const { document: _, ...rest } = page;
      const document = yield* resolveDocument(task, page.document);
      draft.replacePage(page, { ...rest, ...(document !== undefined && { document }), updatedAt: context.now });
      return true;
    }
    case 'field':
      yield* takeField(task, page);
      return true;
    default:
      yield* resolvePosition(task, page);
      return true;
  }
}

/**
 * Keeps the page if its changed side is taken, deletes it if the deleted side is taken, and restores its fields and
 * document if the base is taken.
 */
function* resolveEditDelete(task: ResolutionTask, page: Page): ObjectQuery<boolean> {
  const { draft, conflict, resolution, context } = task;
  const side = selectSide(task) as unknown as Page | null;
  if (side === null) {
    if ((yield* draft.siblings(page.id).count()) > 0)
      rejectResolution(task, 'the page has subpages; resolve, move or delete the subpages first');
    draft.replacePage(page, undefined);
    return false;
  }
  if (resolution.take !== 'base') return true;
  const was = conflict.base as unknown as Page;
  const { id, type, parent, rank, slug, createdAt, git } = page;
  const fields = Object.fromEntries(
    PAGE_FIELDS.filter((field) => was[field] !== undefined).map((field) => [field, was[field]]),
  ) as unknown as Pick<Page, 'title'>;
  const place = { id, type, parent, rank, ...(slug !== undefined && { slug }), createdAt, ...(git && { git }) };
  draft.replacePage(page, {
    ...place,
    ...fields,
    ...(was.document !== undefined && { document: was.document }),
    updatedAt: context.now,
  });
  return true;
}

function* takeField(task: ResolutionTask, page: Page): ObjectQuery<void> {
  const { draft, conflict, context } = task;
  const value = selectSide(task);
  const field = conflict.field ?? '';
  if (field === 'parent') return yield* takeParent(task, page, value as string | null);
  if (field === 'slug') return yield* takeSlug(task, page, value as string | null);
  if (field === 'type') return yield* takeType(task, page, value as PageType | null);
  if (field === 'title' && value === null) rejectResolution(task, 'that side does not contain the page');
  const [name, member] = splitField(field);
  const next =
    member === undefined ? value : setMember(page[name as keyof Page] as JsonObject | undefined, member, value);
  draft.replacePage(page, { ...withFields(page, { [name]: next }), updatedAt: context.now });
}

function setMember(object: JsonObject = {}, member: string, value: Json): JsonObject | null {
  const others = Object.entries(object).filter(([name]) => name !== member);
  const all = value === null ? others : [...others, [member, value] as const];
  return all.length === 0 ? null : Object.fromEntries(all);
}

/** Changes the type. Only documents have text; only documents and groups have a slug and subpages. */
function* takeType(task: ResolutionTask, page: Page, type: PageType | null): ObjectQuery<void> {
  const { draft, context } = task;
  if (type === null) return rejectResolution(task, 'that side does not contain the page');
  if (!hasSlug(type) && (yield* draft.siblings(page.id).count()) > 0)
    rejectResolution(task, `a ${type} page has no subpages`);
  if (hasSlug(type) && page.slug === undefined) rejectResolution(task, `a ${type} page needs a slug`);
  const { document, slug, ...rest } = page;
  draft.replacePage(page, {
    ...rest,
    type,
    updatedAt: context.now,
    ...(hasSlug(type) && { slug: slug! }),
    ...(type === 'document' && document !== undefined && { document }),
  });
}
