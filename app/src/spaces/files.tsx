import { getSpaceById, listFiles, type File as StoredFile } from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { sizeOf } from '../ui/size.ts';
import { announce, attempt } from '../ui/toasts.tsx';
import { contentOfFile } from '../uploads/upload-file.ts';
import { writeContent } from './content-place.ts';
import { SpaceFrame } from './space-frame.tsx';

/** Files of a space. */
export function FilesScreen({ spaceId }: Parameters) {
  const path = { spaceId: spaceId! };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path }));
  const files = useList(`files ${spaceId}`, (page) => listFiles({ path, query: { limit: 50, ...(page && { page }) } }));
  const mayEdit = space.data?.permissions.edit === true && space.data.editMode === 'live';
  const add = async (chosen: readonly File[]): Promise<void> => {
    try {
      for (const file of chosen)
        await writeContent(path, [
          {
            operation: 'insert_files',
            files: [{ name: file.name, ...(await contentOfFile(space.data!.organization, file)) }],
          },
        ]);
      announce(m.files.added);
    } finally {
      files.reload();
    }
  };
  const remove = async (file: StoredFile): Promise<void> => {
    await writeContent(path, [{ operation: 'delete_file', file: file.id }]);
    announce(m.files.deleted(file.name));
    files.reload();
  };
  return (
    <SpaceFrame of={space} part="files">
      {() => (
        <>
          {mayEdit && (
            <p>
              <FileButton label={m.files.add} icon="add" multiple onFiles={(chosen) => attempt(add(chosen))}>
                {m.files.add}
              </FileButton>
            </p>
          )}
          <ListRows of={files} empty={m.files.none} keyOf={({ id }) => id}>
            {(file) => (
              <>
                <Icon name={file.contentType.startsWith('image/') ? 'image' : 'file'} />
                <RowText title={file.name} href={file.downloadURL}>
                  {file.contentType} · {sizeOf(file.size)}
                </RowText>
                {mayEdit && (
                  <ConfirmButton
                    label={m.files.delete(file.name)}
                    text={m.files.deleteText}
                    onConfirm={() => remove(file)}
                  />
                )}
              </>
            )}
          </ListRows>
        </>
      )}
    </SpaceFrame>
  );
}
