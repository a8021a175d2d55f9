import { useState } from 'preact/hooks';
import type { Space } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { PublishDialog } from '../sites/publish-dialog.tsx';
import { SiteLink } from '../sites/site-link.tsx';
import { findAddress } from '../sites/site-of-space.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Tabs, Titled } from '../ui/parts.tsx';
import { spaceParts, type SpacePart } from './space-parts.ts';

/** Title of a space with links to its parts. */
export function SpaceHead({ space, current }: { readonly space: Space; readonly current: SpacePart }) {
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
        items={spaceParts(space).map(({ part, ...item }) => ({ ...item, isCurrent: part === current }))}
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
