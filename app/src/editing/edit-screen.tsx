import { useQuery } from '../api/use-query.ts';
import type { Page } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { placeOf, type ContentPlace, type DocumentPage } from '../spaces/content-place.ts';
import { PageSettings } from '../spaces/page-settings.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { announceProblem } from '../ui/toasts.tsx';
import { DocumentEditor, type SettingsProps } from './document-editor.tsx';
import { EditFrame } from './edit-frame.tsx';
import { openPage, pageDocument } from './edited-document.ts';

/** Screen on which a page is written, in the space or in a change request. */
export function EditScreen(parameters: Parameters) {
  const place = placeOf(parameters);
  const pageId = parameters.pageId!;
  const document = pageDocument(place, pageId);
  const opened = useQuery(`edit ${document.key}`, () => openPage(place, pageId));
  return (
    <EditFrame place={place} id={pageId} opened={opened} title={opened.data?.page.title} current={pageId}>
      {(space, pages) => (
        <Loaded of={opened} isScreen>
          {({ page, version }) =>
            page.type === 'document' ? (
              <DocumentEditor
                key={document.key}
                document={document}
                organizationId={space.organization}
                opened={version}
                pages={pages.data ?? []}
                onTitle={pages.reload}
                settings={(props) => (
                  <SettingsBetweenSaves
                    {...props}
                    place={place}
                    page={page}
                    onSaved={(now) => {
                      opened.set({ page: now, version });
                      pages.reload();
                    }}
                  />
                )}
              />
            ) : (
              <Empty title={m.space.noText} />
            )
          }
        </Loaded>
      )}
    </EditFrame>
  );
}

/** Settings of the page that is edited; they are written after its text. */
const SettingsBetweenSaves = ({
  place,
  page,
  title,
  saver,
  onClose,
  onSaved,
  onTitle,
}: SettingsProps & {
  readonly place: ContentPlace;
  readonly page: DocumentPage;
  readonly onSaved: (page: Page) => void;
}) => (
  <PageSettings
    place={place}
    page={{ ...page, title }}
    onClose={onClose}
    onSaved={() => {
      // The next save finds the new revision, and merges the title.
      void openPage(place, page.id).then(({ page: now }) => {
        onSaved(now);
        onTitle(now.title);
      }, announceProblem);
      void saver.save();
    }}
  />
);
