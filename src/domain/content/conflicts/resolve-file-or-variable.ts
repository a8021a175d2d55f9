import type { File, ReusableContent, VariableValue } from '../page.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { resolveDocument, rejectResolution, selectSide, type ResolutionTask } from './conflict-resolution.ts';

/**
 * Resolves a conflict of a file, a reusable content or a variable; false if the item is deleted as a result.
 * @throws NotPossible
 */
export function* resolveFileOrVariable(task: ResolutionTask): ObjectQuery<boolean> {
  switch (task.conflict.subject.kind) {
    case 'file':
      return yield* resolveFile(task);
    case 'reusable-content':
      return yield* resolveReusableContent(task);
    default: {
      const value = selectSide(task) as VariableValue | null;
      task.draft.variables.set(task.conflict.subject.id, value ?? undefined);
      return value !== null;
    }
  }
}

/** Takes the name, the bytes, or the whole file if one side deleted it. */
function* resolveFile(task: ResolutionTask): ObjectQuery<boolean> {
  const {
    draft,
    conflict: {
      subject: { id },
      field,
    },
  } = task;
  const side = selectSide(task) as unknown as File | null;
  if (field === undefined) {
    draft.files.set(id, side ?? undefined);
    return side !== null;
  }
  if (side === null) return rejectResolution(task, 'that side does not contain the file');
  const present = (yield* draft.files.get(id)) ?? side;
  const { name, ...bytes } = side;
  draft.files.set(
    id,
    field === 'name'
      ? { ...present, name }
      : { ...bytes, name: present.name, ...(present.git && { git: present.git }) },
  );
  return true;
}

/** Takes the title, the document, or the whole content if one side deleted it. */
function* resolveReusableContent(task: ResolutionTask): ObjectQuery<boolean> {
  const {
    draft,
    conflict: {
      subject: { id },
      kind,
    },
  } = task;
  const present = yield* draft.reusableContents.get(id);
  if (present === undefined) return false;
  if (kind === 'edit-delete') {
    const side = selectSide(task) as unknown as ReusableContent | null;
    draft.reusableContents.set(id, side ?? undefined);
    return side !== null;
  }
  if (kind === 'content') {
    const document =
      (yield* resolveDocument(task, present.document)) ??
      rejectResolution(task, 'that side does not contain the reusable content');
    draft.reusableContents.set(id, { ...present, document });
    return true;
  }
  const title = selectSide(task) as string | null;
  draft.reusableContents.set(id, {
    ...present,
    title: title ?? rejectResolution(task, 'that side does not contain the reusable content'),
  });
  return true;
}
