import { useState } from 'preact/hooks';
import { deleteSiteRedirectById, getSiteStructure, listSiteRedirects, type SiteRedirect } from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Badge } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce } from '../ui/toasts.tsx';
import { ImportRedirects } from './import-redirects.tsx';
import { RedirectDialog } from './redirect-dialog.tsx';
import { destinationLabel } from './redirect-label.ts';
import { SiteFrame, type SitePath } from './site-frame.tsx';

/** Redirects of a site. */
export function SiteRedirectsScreen(parameters: Parameters) {
  return (
    <SiteFrame parameters={parameters} part="siteRedirects">
      {({ site, path }) => <Redirects path={path} mayEdit={site.permissions.edit} />}
    </SiteFrame>
  );
}

function Redirects({ path, mayEdit }: { readonly path: SitePath; readonly mayEdit: boolean }) {
  const [edited, setEdited] = useState<SiteRedirect | 'new'>();
  const [isImporting, setImporting] = useState(false);
  const redirects = useList(`redirects ${path.siteId}`, (page) =>
    listSiteRedirects({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  const structure = useQuery(`structure ${path.siteId}`, () => getSiteStructure({ path }));
  const remove = async ({ id, source }: SiteRedirect): Promise<void> => {
    await deleteSiteRedirectById({ path: { ...path, siteRedirectId: id } });
    announce(m.redirects.deleted(source));
    redirects.reload();
  };
  return (
    <>
      {mayEdit && (
        <p class="actions">
          <Button icon="add" onClick={() => setEdited('new')}>
            {m.redirects.new}
          </Button>
          <Button icon="file" onClick={() => setImporting(true)}>
            {m.redirects.import}
          </Button>
        </p>
      )}
      <ListRows of={redirects} empty={m.redirects.none} keyOf={({ id }) => id}>
        {(redirect) => (
          <>
            <RowText title={<code>{redirect.source}</code>}>
              {destinationLabel(redirect.destination, structure.data)}
            </RowText>
            {redirect.captureWildcard && <Badge>{m.redirects.wildcard}</Badge>}
            <Badge>{redirect.permanent ? m.redirects.permanent : m.redirects.temporary}</Badge>
            {redirect.draft && <Badge kind="outdated">{m.structure.draft}</Badge>}
            {mayEdit && (
              <>
                <Button
                  kind="quiet"
                  icon="edit"
                  label={m.redirects.edit(redirect.source)}
                  onClick={() => setEdited(redirect)}
                />
                <ConfirmButton
                  label={m.redirects.delete(redirect.source)}
                  text={m.redirects.deleteText}
                  onConfirm={() => remove(redirect)}
                />
              </>
            )}
          </>
        )}
      </ListRows>
      {isImporting && <ImportRedirects path={path} onImported={redirects.reload} onClose={() => setImporting(false)} />}
      {edited !== undefined && (
        <RedirectDialog
          path={path}
          structure={structure}
          redirect={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={redirects.reload}
        />
      )}
    </>
  );
}
