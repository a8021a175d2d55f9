import { useQuery } from '../api/use-query.ts';
import type { Parameters } from '../navigation/paths.ts';
import { placeOf } from '../spaces/content-place.ts';
import { Loaded } from '../ui/notices.tsx';
import { DocumentEditor } from './document-editor.tsx';
import { EditFrame } from './edit-frame.tsx';
import { reusableContentDocument } from './edited-document.ts';

/** Screen on which a reusable content is written, in the space or in a change request. */
export function EditReusableContentScreen(parameters: Parameters) {
  const place = placeOf(parameters);
  const id = parameters.reusableContentId!;
  const document = reusableContentDocument(place, id);
  const opened = useQuery(`edit ${document.key}`, () => document.read());
  return (
    <EditFrame place={place} id={id} opened={opened} title={opened.data?.title}>
      {(space, pages) => (
        <Loaded of={opened} isScreen>
          {(version) => (
            <DocumentEditor
              key={document.key}
              document={document}
              organizationId={space.organization}
              opened={version}
              pages={pages.data ?? []}
              onTitle={() => {}}
            />
          )}
        </Loaded>
      )}
    </EditFrame>
  );
}
