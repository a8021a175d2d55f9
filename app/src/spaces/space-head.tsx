import { useState } from 'preact/hooks';
import type { Space } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { PublishDialog } from '../sites/publish-dialog.tsx';
import { SiteLink } from '../sites/site-link.tsx';
import { findAddress } from '../sites/site-of-space.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Tabs, Titled } from '../ui/parts.tsx';

export type SpacePart =
  'pages' | 'requests' | 'comments' | 'history' | 'files' | 'reusable' | 'links' | 'access' | 'settings';

/** Title of a space with links to its parts. */
export function SpaceHead({ space, current }: { readonly space: Space; readonly current: SpacePart }) {
  const path = { spaceId: space.id };
  return (
    <>
      <div class="head">
        <h1>
          <Titled emoji={space.emoji} title={space.title || m.common.untitled} />
        </h1>
        {space.editMode === 'locked' && <Badge>{m.space.locked}</Badge>}
        {space.permissions.edit && <Publication space={space} />}
      </div>
      <Tabs
        label={m.space.parts}
        items={[
          { label: m.space.pages, href: pathTo('space', path), isCurrent: current === 'pages' },
          {
            label: m.requests.title,
            href: pathTo('spaceRequests', path),
            isCurrent: current === 'requests',
            count: space.changeRequestsOpen,
          },
          {
            label: m.comments.title,
            href: pathTo('spaceComments', path),
            isCurrent: current === 'comments',
            count: space.comments,
          },
          { label: m.history.title, href: pathTo('spaceHistory', path), isCurrent: current === 'history' },
          { label: m.files.title, href: pathTo('spaceFiles', path), isCurrent: current === 'files' },
          { label: m.reusable.title, href: pathTo('reusableContents', path), isCurrent: current === 'reusable' },
          { label: m.links.title, href: pathTo('spaceLinks', path), isCurrent: current === 'links' },
          ...(space.permissions.viewInviteLinks
            ? [{ label: m.access.title, href: pathTo('spaceAccess', path), isCurrent: current === 'access' }]
            : []),
          ...(space.permissions.edit
            ? [{ label: m.settings.title, href: pathTo('spaceSettings', path), isCurrent: current === 'settings' }]
            : []),
        ]}
      />
    </>
  );
}

/** Link to the site of a space, or a button that publishes one. */
function Publication({ space }: { readonly space: Space }) {
  const [isOpen, setOpen] = useState(false);
  const address = useQuery(`address ${space.id}`, async () => ({ url: await findAddress(space) }));
  return (
    <>
      {address.data?.url !== undefined && <SiteLink href={address.data.url} />}
      {address.data?.url === undefined && !address.isLoading && space.permissions.admin && (
        <Button icon="site" onClick={() => setOpen(true)}>
          {m.sites.publishSpace}
        </Button>
      )}
      {isOpen && (
        <PublishDialog
          organizationId={space.organization}
          space={space}
          onPublished={address.reload}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
