import { getChangeRequestById, getSpaceById, type ChangeRequest, type Page, type Space } from '../api/operations.ts';
import { isMissing, useQuery, type QueryState } from '../api/use-query.ts';
import { isActive } from '../change-requests/is-active.ts';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { loadPages, placeKey, type ContentPlace } from '../spaces/content-place.ts';
import { PageSide } from '../spaces/side.tsx';
import { spaceCrumbs } from '../spaces/space-crumbs.ts';
import { Empty, Loaded, titleOfFailure } from '../ui/notices.tsx';
import { KeptDraft } from './kept-draft.tsx';

export interface EditFrameProps {
  readonly place: ContentPlace;
  /** ID of the document that is edited. */
  readonly id: string;
  /** Query that opens the document. */
  readonly opened: QueryState<unknown>;
  /** Title of the document, once it is known. */
  readonly title: string | undefined;
  /** Page that is edited. */
  readonly current?: string;
  readonly children: (space: Space, pages: QueryState<readonly Page[]>) => preact.ComponentChildren;
}

/** Frame of an editor: the pages beside it; where the content cannot be edited, the reason and the text that was not saved. */
export function EditFrame({ place, id, opened, title = '', current, children }: EditFrameProps) {
  const { spaceId, changeRequest } = place;
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path: { spaceId } }));
  const request = useQuery(changeRequest && `request ${changeRequest}`, () =>
    getChangeRequestById({ path: { spaceId, changeRequestId: changeRequest! } }),
  );
  const pages = useQuery(`pages ${placeKey(place)}`, () => loadPages(place));
  const refusal = space.data && refusalOf(space.data, request.data, changeRequest !== undefined);
  return (
    <Frame
      title={titleOfFailure(space) ?? m.editing.title(title)}
      organizationId={space.data?.organization}
      crumbs={[
        ...spaceCrumbs(space.data),
        ...(request.data
          ? [
              {
                label: request.data.subject || m.requests.untitled(request.data.number),
                href: pathTo('changeRequest', { spaceId, changeRequestId: changeRequest! }),
              },
            ]
          : []),
        { label: title },
      ]}
      sideLabel={m.space.pages}
      side={
        !isMissing(space) &&
        !isMissing(request) && (
          <PageSide place={place} pages={pages} current={current} mayEdit={space.data?.permissions.edit === true} />
        )
      }
    >
      <Loaded of={space} isScreen>
        {(about) => {
          return refusal === undefined ? (
            children(about, pages)
          ) : (
            <>
              <h1>{m.editing.title(title)}</h1>
              <Empty title={refusal} />
            </>
          );
        }}
      </Loaded>
      {(refusal !== undefined || isMissing(space) || isMissing(opened)) && <KeptDraft place={place} id={id} />}
    </Frame>
  );
}

/** Returns why a content cannot be edited; undefined where it can. */
function refusalOf(space: Space, request: ChangeRequest | undefined, isInRequest: boolean): string | undefined {
  if (!space.permissions.edit) return m.editing.forbidden;
  if (!isInRequest && space.editMode === 'locked') return m.editing.locked;
  if (request && !isActive(request)) return m.editing.closed;
  return undefined;
}
