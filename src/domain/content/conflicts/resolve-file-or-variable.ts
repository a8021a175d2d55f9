import type { File, ReusableContent, VariableValue } from '../page.ts';
import type { ObjectQuery } from '../objects/reading.ts';
import { resolveDocument, rejectResolution, chosenSide, type ResolutionTask } from './decision.ts';

/** Decides a conflict of a file, a reusable content or a variable; false when the thing is gone then. @throws NotPossible */
export function* resolveFileOrVariable(one: ResolutionTask): ObjectQuery<boolean> {
  switch (one.conflict.subject.kind) {
    case 'file':
      return yield* resolveFile(one);
    case 'reusable-content':
      return yield* resolveReusableContent(one);
    default: {
      const value = chosenSide(one) as VariableValue | null;
      one.draft.variables.set(one.conflict.subject.id, value ?? undefined);
      return value !== null;
    }
  }
}

/** Its name, its bytes, or the whole of it where one side deleted it. */
function* resolveFile(one: ResolutionTask): ObjectQuery<boolean> {
  const {
    draft,
    conflict: {
      subject: { id },
      field,
    },
  } = one;
  const side = chosenSide(one) as unknown as File | null;
  if (field === undefined) {
    draft.files.set(id, side ?? undefined);
    return side !== null;
  }
  if (side === null) return rejectResolution(one, 'that side does not contain the file');
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

/** Its title, its document, or the whole of it where one side deleted it. */
function* resolveReusableContent(one: ResolutionTask): ObjectQuery<boolean> {
  const {
    draft,
    conflict: {
      subject: { id },
      kind,
    },
  } = one;
  const present = yield* draft.reusableContents.get(id);
  if (present === undefined) return false;
  if (kind === 'edit-delete') {
    const side = chosenSide(one) as unknown as ReusableContent | null;
    draft.reusableContents.set(id, side ?? undefined);
    return side !== null;
  }
  if (kind === 'content') {
    const document =
      (yield* resolveDocument(one, present.document)) ??
      rejectResolution(one, 'that side does not contain the reusable content');
    draft.reusableContents.set(id, { ...present, document });
    return true;
  }
  const title = chosenSide(one) as string | null;
  draft.reusableContents.set(id, {
    ...present,
    title: title ?? rejectResolution(one, 'that side does not contain the reusable content'),
  });
  return true;
}
