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
import { decodeUtf8 } from '../objects/json.ts';
import { hasMarkers } from '../text/markers.ts';
import type { File } from '../page.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { isLongerThan } from '../../kernel/text-length.ts';

const FILE_FIELDS = [
  'name',
  'contentType',
  'size',
  'blob',
  'dimensions',
  'git',
] as const satisfies readonly (keyof File)[];
/**
 * Contract: file names have 1 to 256 characters, textual variables at most 256. Names of variables have the same limit.
 */
const MAX_NAME_LENGTH = 256;
const MAX_VARIABLE_LENGTH = 256;

export function* insertFiles(editor: Editor, { files }: InsertFiles): ObjectQuery<void> {
  for (const [i, { ref, ...file }] of files.entries()) {
    if (ref !== undefined) editor.claimRef(ref, `files.${i}.ref`);
    checkName(editor, file.name, `files.${i}.name`);
    if ((yield* editor.draft.files.get(file.id)) !== undefined)
      editor.reject(`files.${i}.id`, 'is taken by another file');
    editor.draft.files.set(file.id, file);
    editor.files.record(file.id, 'created', ref);
  }
}

export function* updateFile(editor: Editor, change: UpdateFile): ObjectQuery<void> {
  const id = change.file;
  const file = (yield* editor.draft.files.get(id)) ?? editor.reject('file', 'does not exist');
  if (change.name !== undefined) checkName(editor, change.name, 'name');
  const stated = FILE_FIELDS.filter((field) => change[field] !== undefined).map((field) => [field, change[field]]);
  const { dimensions, ...rest } = file;
  const kept = change.blob === undefined && dimensions ? { ...rest, dimensions } : rest;
  editor.draft.files.set(id, { ...kept, ...(Object.fromEntries(stated) as Partial<File>) });
  editor.files.record(id, 'updated');
  yield* editor.resolveConflicts(
    { kind: 'file', id },
    ({ field }) => field === undefined || change[field as 'name' | 'blob'] !== undefined,
  );
}

export function* deleteFile(editor: Editor, { file: id }: DeleteFile): ObjectQuery<void> {
  if ((yield* editor.draft.files.get(id)) === undefined) editor.reject('file', 'does not exist');
  editor.draft.files.set(id, undefined);
  editor.files.record(id, 'deleted');
  yield* editor.resolveConflicts({ kind: 'file', id });
}

export function* setVariables(editor: Editor, { variables }: SetVariables): ObjectQuery<void> {
  for (const [name, value] of Object.entries(variables)) {
    if (name === '' || isLongerThan(name, MAX_NAME_LENGTH))
      editor.reject('variables', `a variable's name must have 1 to ${MAX_NAME_LENGTH} characters`);
    if (typeof value === 'string' && isLongerThan(value, MAX_VARIABLE_LENGTH)) {
      editor.reject(`variables.${name}`, `must have at most ${MAX_VARIABLE_LENGTH} characters`);
    }
    if (typeof value === 'number' && !Number.isFinite(value))
      editor.reject(`variables.${name}`, 'must be a finite number');
    editor.draft.variables.set(name, value ?? undefined);
    yield* editor.resolveConflicts({ kind: 'variable', id: name });
  }
}

export function* insertReusableContent(editor: Editor, change: InsertReusableContent): ObjectQuery<void> {
  const { draft } = editor;
  if (change.ref !== undefined) editor.claimRef(change.ref);
  const id = change.id ?? editor.context.newId();
  if (change.title === '') editor.reject('title', 'must not be empty');
  if ((yield* draft.reusableContents.get(id)) !== undefined)
    editor.reject('id', 'is taken by another reusable content');
  const document = draft.addDocument(change.document);
  const { title, frontMatter, git } = change;
  draft.reusableContents.set(id, { id, title, document, ...(frontMatter && { frontMatter }), ...(git && { git }) });
  editor.reusableContents.record(id, 'created', change.ref);
}

export function* updateReusableContent(editor: Editor, change: UpdateReusableContent): ObjectQuery<void> {
  const { draft } = editor;
  const id = change.reusableContent;
  const before = (yield* draft.reusableContents.get(id)) ?? editor.reject('reusableContent', 'does not exist');
  if (change.title === '') editor.reject('title', 'must not be empty');
  draft.reusableContents.set(id, {
    ...before,
    ...(change.title !== undefined && { title: change.title }),
    ...(change.frontMatter !== undefined && { frontMatter: change.frontMatter }),
    ...(change.git !== undefined && { git: change.git }),
    ...(change.document !== undefined && { document: draft.addDocument(change.document) }),
  });
  editor.reusableContents.record(id, 'updated');
  const text = change.document && decodeUtf8(change.document);
  yield* editor.resolveConflicts({ kind: 'reusable-content', id }, ({ kind, field, markers }) => {
    if (kind === 'content')
      return change.document !== undefined && (text === undefined || !hasMarkers(text, markers ?? []));
    return kind === 'field' && field === 'title' ? change.title !== undefined : true;
  });
}

export function* deleteReusableContent(
  editor: Editor,
  { reusableContent: id }: DeleteReusableContent,
): ObjectQuery<void> {
  if ((yield* editor.draft.reusableContents.get(id)) === undefined) editor.reject('reusableContent', 'does not exist');
  editor.draft.reusableContents.set(id, undefined);
  editor.reusableContents.record(id, 'deleted');
  yield* editor.resolveConflicts({ kind: 'reusable-content', id });
}

function checkName(editor: Editor, name: string, field: string): void {
  if (name === '' || isLongerThan(name, MAX_NAME_LENGTH))
    editor.reject(field, `must have 1 to ${MAX_NAME_LENGTH} characters`);
}
