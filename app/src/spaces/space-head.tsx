import { useState } from 'preact/hooks';
import type { Space } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { PublishDialog } from '../sites/publish-dialog.tsx';
import { SiteLink } from '../sites/site-link.tsx';
import { findSite } from '../sites/site-of-space.ts';
import { Button, LinkButton } from '../ui/button.tsx';
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

/** Link to the site of a space, to its settings where readers need more than an address, or a button that publishes one. */
function Publication({ space }: { readonly space: Space }) {
  const [isOpen, setOpen] = useState(false);
  const sites = useQuery(`site of ${space.id}`, async () => ({ first: await findSite(space) }));
  const site = sites.data?.first;
  return (
    <>
      {site?.url !== undefined && <SiteLink href={site.url} />}
      {site !== undefined && site.url === undefined && (
        <LinkButton icon="site" href={pathTo('site', { organizationId: space.organization, siteId: site.siteId })}>
          {m.sites.manage}
        </LinkButton>
      )}
      {sites.data !== undefined && site === undefined && space.permissions.admin && (
        <Button icon="site" onClick={() => setOpen(true)}>
          {m.sites.publishSpace}
        </Button>
      )}
      {isOpen && (
        <PublishDialog
          organizationId={space.organization}
          space={space}
          onPublished={sites.reload}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
