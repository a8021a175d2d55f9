import { useState } from 'preact/hooks';
import {
  getChangeRequestById,
  getSpaceById,
  renderReusableContent,
  type ChangeRequest,
  type Space,
} from '../api/operations.ts';
import { useList, useQuery, useReloadOn } from '../api/use-query.ts';
import { isActive } from '../change-requests/is-active.ts';
import { Frame } from '../frame/frame.tsx';
import { LoadedScreen } from '../frame/loaded-screen.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ConfirmDialog, TextDialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/notices.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce } from '../ui/toasts.tsx';
import {
  editReusableContentHref,
  lateSaves,
  loadReusableContent,
  loadReusableContents,
  placeKey,
  placeOf,
  reusableContentHref,
  reusableContentsHref,
  writeContent,
  type ContentPlace,
} from './content-place.ts';
import { PageLayout } from './page-layout.tsx';
import { RenderedContent } from './rendered-page.tsx';
import { SpaceHead } from './space-head.tsx';
import { spaceCrumbs } from './space-crumbs.ts';

/** Reusable contents of a space or of a change request. */
export function ReusableContentsScreen(parameters: Parameters) {
  const place = placeOf(parameters);
  const [isCreating, setCreating] = useState(false);
  const contents = useList(`reusable contents ${placeKey(place)}`, (page) => loadReusableContents(place, page));
  useReloadOn(contents, lateSaves.value);
  const create = async (title: string): Promise<string | undefined> => {
    const { created } = await writeContent(place, [
      { operation: 'insert_reusable_content', title, ref: 'new', document: { markdown: '' } },
    ]);
    contents.reload();
    return created.get('new');
  };
  return (
    <ReusableFrame place={place}>
      {(mayEdit) => (
        <>
          <p class="soft">{m.reusable.about}</p>
          {mayEdit && (
            <p>
              <Button icon="add" onClick={() => setCreating(true)}>
                {m.reusable.new}
              </Button>
            </p>
          )}
          <ListRows of={contents} empty={m.reusable.none} keyOf={({ id }) => id}>
            {({ id, title }) => <RowText title={title || m.common.untitled} href={reusableContentHref(place, id)} />}
          </ListRows>
          {isCreating && (
            <TextDialog
              title={m.reusable.new}
              submit={m.common.create}
              field={{ label: m.common.title, required: true, maxLength: 100 }}
              onSubmit={create}
              onDone={(id) => id !== undefined && navigate(editReusableContentHref(place, id))}
              onClose={() => setCreating(false)}
            />
          )}
        </>
      )}
    </ReusableFrame>
  );
}

/** Reusable content as the pages that include it show it. */
export function ReusableContentScreen(parameters: Parameters) {
  const place = placeOf(parameters);
  const { spaceId, changeRequest } = place;
  const id = parameters.reusableContentId!;
  const [isDeleting, setDeleting] = useState(false);
  const key = `${placeKey(place)} ${id}`;
  const content = useQuery(`reusable content ${key}`, () => loadReusableContent(place, id));
  const rendered = useQuery(content.data && `rendered reusable content ${key} ${content.data.document}`, () =>
    renderReusableContent({
      path: { spaceId, reusableContentId: id },
      body: changeRequest === undefined ? {} : { changeRequest },
    }),
  );
  useReloadOn(content, lateSaves.value);
  const remove = async (title: string): Promise<void> => {
    await writeContent(place, [{ operation: 'delete_reusable_content', reusableContent: id }]);
    announce(m.reusable.deleted(title));
  };
  return (
    <ReusableFrame place={place} title={content.data?.title}>
      {(mayEdit) => (
        <Loaded of={content}>
          {({ title }) => (
            <>
              <PageLayout
                page={{ title }}
                actions={
                  mayEdit && (
                    <>
                      <LinkButton kind="primary" icon="edit" href={editReusableContentHref(place, id)}>
                        {m.space.edit}
                      </LinkButton>
                      <Button icon="trash" kind="quiet" label={m.reusable.delete} onClick={() => setDeleting(true)} />
                    </>
                  )
                }
              >
                <Loaded of={rendered}>
                  {({ html }) =>
                    html === '' ? <p class="soft">{m.reusable.noText}</p> : <RenderedContent html={html} />
                  }
                </Loaded>
              </PageLayout>
              <p class="soft page-foot">
                {m.reusable.include} <code>{`{% include "/reusable-content/${id}" %}`}</code>
              </p>
              {isDeleting && (
                <ConfirmDialog
                  title={m.reusable.delete}
                  submit={m.common.delete}
                  text={m.reusable.deleteText(title)}
                  onConfirm={() => remove(title)}
                  onDone={() => navigate(reusableContentsHref(place))}
                  onClose={() => setDeleting(false)}
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </ReusableFrame>
  );
}

interface ReusableFrameProps {
  readonly place: ContentPlace;
  /** Title of the reusable content that is shown; the list without it. */
  readonly title?: string | undefined;
  readonly children: (mayEdit: boolean) => preact.ComponentChildren;
}

/** Frame of the screens of reusable contents, with the way back to the space or the change request. */
function ReusableFrame({ place, title, children }: ReusableFrameProps) {
  const { spaceId, changeRequest } = place;
  const about = useQuery(`place ${placeKey(place)}`, async () => {
    const [space, request] = await Promise.all([
      getSpaceById({ path: { spaceId } }),
      changeRequest && getChangeRequestById({ path: { spaceId, changeRequestId: changeRequest } }),
    ]);
    return { space, request: request || undefined };
  });
  return (
    <LoadedScreen of={about}>
      {({ space, request }) => (
        <Frame
          title={title ?? m.reusable.title}
          organizationId={space.organization}
          crumbs={[
            ...spaceCrumbs(space),
            ...(request
              ? [
                  {
                    label: request.subject || m.requests.untitled(request.number),
                    href: pathTo('changeRequest', { spaceId, changeRequestId: request.id }),
                  },
                ]
              : []),
            { label: m.reusable.title, ...(title !== undefined && { href: reusableContentsHref(place) }) },
            ...(title === undefined ? [] : [{ label: title || m.common.untitled }]),
          ]}
        >
          {request ? <h1>{m.reusable.title}</h1> : <SpaceHead space={space} current="reusable" />}
          {children(mayEditContent(space, request))}
        </Frame>
      )}
    </LoadedScreen>
  );
}

const mayEditContent = (space: Space, request: ChangeRequest | undefined): boolean =>
  space.permissions.edit && (request === undefined ? space.editMode === 'live' : isActive(request));
