import type { Change, EditResult, EditContext } from './changes.ts';
import type { Content } from '../content.ts';
import { Editor } from './editor.ts';
import {
  deleteFile,
  deleteReusableContent,
  insertFiles,
  insertReusableContent,
  setVariables,
  updateFile,
  updateReusableContent,
} from './edit-files-and-variables.ts';
import { deletePage, insertPage, revertPage, updatePage } from './page-edits.ts';
import { PAUSE, type ObjectQuery } from '../objects/object-query.ts';

/**
 * Applies changes in order, all or nothing (`updateChangeRequestContent` in the API). The cost follows the changes, not
 * the size of the content.
 * @throws Invalid naming `changes.N.field` for the first invalid change, including one of an unknown page
 */
export function* applyChanges(
  content: Content,
  changes: readonly Change[],
  context: EditContext,
): ObjectQuery<EditResult> {
  const editor = new Editor(content, context);
  for (const [step, change] of changes.entries()) {
    editor.startStep(step);
    yield* applyChange(editor, change);
    yield PAUSE;
  }
  return yield* editor.finish();
}

function applyChange(editor: Editor, change: Change): ObjectQuery<void> {
  switch (change.operation) {
    case 'insert_page':
      return insertPage(editor, change);
    case 'update_page':
      return updatePage(editor, change);
    case 'delete_page':
      return deletePage(editor, change);
    case 'revert_page':
      return revertPage(editor, change);
    case 'insert_files':
      return insertFiles(editor, change);
    case 'update_file':
      return updateFile(editor, change);
    case 'delete_file':
      return deleteFile(editor, change);
    case 'set_variables':
      return setVariables(editor, change);
    case 'insert_reusable_content':
      return insertReusableContent(editor, change);
    case 'update_reusable_content':
      return updateReusableContent(editor, change);
    case 'delete_reusable_content':
      return deleteReusableContent(editor, change);
  }
}
