import { useState } from 'preact/hooks';
import { listSites } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { PublishDialog } from './publish-dialog.tsx';

/** Sites of an organization. */
export function SitesScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const [isCreating, setCreating] = useState(false);
  const sites = useList(`sites ${organizationId}`, (page) =>
    listSites({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <OrganizationFrame
      organizationId={organizationId!}
      part="sites"
      actions={({ permissions }) =>
        permissions.createContent && (
          <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
            {m.sites.create}
          </Button>
        )
      }
    >
      {() => (
        <>
          <ListRows of={sites} empty={m.sites.none} keyOf={({ id }) => id}>
            {(site) => (
              <>
                <RowText title={site.title} href={pathTo('site', { ...path, siteId: site.id })}>
                  {site.urls.published && <a href={site.urls.published}>{site.urls.published}</a>}
                </RowText>
                <Badge>{m.sites.visibilities[site.visibility].label}</Badge>
                <Badge kind={site.published ? 'open' : ''}>
                  {site.published ? m.sites.isPublished : m.sites.isDraft}
                </Badge>
              </>
            )}
          </ListRows>
          {isCreating && (
            <PublishDialog
              organizationId={organizationId!}
              onPublished={sites.reload}
              onClose={() => setCreating(false)}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  );
}
