import type {
  DeleteFile,
  DeleteReusableContent,
  InsertFiles,
  InsertReusableContent,
  SetVariables,
  UpdateFile,
  UpdateReusableContent,
} from './changes.ts';
import type { Editor } from './editor.ts';
import { textOf } from '../objects/json.ts';
import { holdsMarkers } from '../text/markers.ts';
import type { File } from '../page.ts';
import type { Reading } from '../objects/reading.ts';

const FILE_FIELDS = [
  'name',
  'contentType',
  'size',
  'blob',
  'dimensions',
  'git',
] as const satisfies readonly (keyof File)[];
/** Contract: file names have 1 to 256 characters, textual variables at most 256. Names of variables are held to the same. */
const MAX_NAME_LENGTH = 256;
const MAX_VARIABLE_LENGTH = 256;

export function* insertFiles(editor: Editor, { files }: InsertFiles): Reading<void> {
  for (const [i, { ref, ...file }] of files.entries()) {
    if (ref !== undefined) editor.claimRef(ref, `files.${i}.ref`);
    checkName(editor, file.name, `files.${i}.name`);
    if ((yield* editor.draft.files.get(file.id)) !== undefined)
      editor.refuse(`files.${i}.id`, 'is taken by another file');
    editor.draft.files.set(file.id, file);
    editor.files.touch(file.id, 'created', ref);
  }
}

export function* updateFile(editor: Editor, change: UpdateFile): Reading<void> {
  const id = change.file;
  const file = (yield* editor.draft.files.get(id)) ?? editor.refuse('file', 'no such file');
  if (change.name !== undefined) checkName(editor, change.name, 'name');
  const stated = FILE_FIELDS.filter((field) => change[field] !== undefined).map((field) => [field, change[field]]);
  const { dimensions, ...rest } = file;
  const kept = change.blob === undefined && dimensions ? { ...rest, dimensions } : rest;
  editor.draft.files.set(id, { ...kept, ...(Object.fromEntries(stated) as Partial<File>) });
  editor.files.touch(id, 'updated');
  yield* editor.resolve(
    { kind: 'file', id },
    ({ field }) => field === undefined || change[field as 'name' | 'blob'] !== undefined,
  );
}

export function* deleteFile(editor: Editor, { file: id }: DeleteFile): Reading<void> {
  if ((yield* editor.draft.files.get(id)) === undefined) editor.refuse('file', 'no such file');
  editor.draft.files.set(id, undefined);
  editor.files.touch(id, 'deleted');
  yield* editor.resolve({ kind: 'file', id });
}

export function* setVariables(editor: Editor, { variables }: SetVariables): Reading<void> {
  for (const [name, value] of Object.entries(variables)) {
    if (name === '' || name.length > MAX_NAME_LENGTH)
      editor.refuse('variables', `a variable's name must have 1 to ${MAX_NAME_LENGTH} characters`);
    if (typeof value === 'string' && value.length > MAX_VARIABLE_LENGTH) {
      editor.refuse(`variables.${name}`, `must have at most ${MAX_VARIABLE_LENGTH} characters`);
    }
    if (typeof value === 'number' && !Number.isFinite(value))
      editor.refuse(`variables.${name}`, 'must be a finite number');
    editor.draft.variables.set(name, value ?? undefined);
    yield* editor.resolve({ kind: 'variable', id: name });
  }
}

export function* insertReusableContent(editor: Editor, change: InsertReusableContent): Reading<void> {
  const { draft } = editor;
  if (change.ref !== undefined) editor.claimRef(change.ref);
  const id = change.id ?? editor.context.newId();
  if (change.title === '') editor.refuse('title', 'must not be empty');
  if ((yield* draft.reusableContents.get(id)) !== undefined)
    editor.refuse('id', 'is taken by another reusable content');
  const document = draft.document(change.document);
  const { title, frontMatter, git } = change;
  draft.reusableContents.set(id, { id, title, document, ...(frontMatter && { frontMatter }), ...(git && { git }) });
  editor.reusableContents.touch(id, 'created', change.ref);
}

export function* updateReusableContent(editor: Editor, change: UpdateReusableContent): Reading<void> {
  const { draft } = editor;
  const id = change.reusableContent;
  const before =
    (yield* draft.reusableContents.get(id)) ?? editor.refuse('reusableContent', 'no such reusable content');
  if (change.title === '') editor.refuse('title', 'must not be empty');
  draft.reusableContents.set(id, {
    ...before,
    ...(change.title !== undefined && { title: change.title }),
    ...(change.frontMatter !== undefined && { frontMatter: change.frontMatter }),
    ...(change.git !== undefined && { git: change.git }),
    ...(change.document !== undefined && { document: draft.document(change.document) }),
  });
  editor.reusableContents.touch(id, 'updated');
  const text = change.document && textOf(change.document);
  yield* editor.resolve({ kind: 'reusable-content', id }, ({ kind, field, markers }) => {
    if (kind === 'content')
      return change.document !== undefined && (text === undefined || !holdsMarkers(text, markers ?? []));
    return kind === 'field' && field === 'title' ? change.title !== undefined : true;
  });
}

export function* deleteReusableContent(editor: Editor, { reusableContent: id }: DeleteReusableContent): Reading<void> {
  if ((yield* editor.draft.reusableContents.get(id)) === undefined)
    editor.refuse('reusableContent', 'no such reusable content');
  editor.draft.reusableContents.set(id, undefined);
  editor.reusableContents.touch(id, 'deleted');
  yield* editor.resolve({ kind: 'reusable-content', id });
}

function checkName(editor: Editor, name: string, field: string): void {
  if (name === '' || name.length > MAX_NAME_LENGTH)
    editor.refuse(field, `must have 1 to ${MAX_NAME_LENGTH} characters`);
}
