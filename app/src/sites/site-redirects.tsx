import { useState } from 'preact/hooks';
import {
  createSiteRedirect,
  deleteSiteRedirectById,
  getSiteStructure,
  listSiteRedirects,
  updateSiteRedirectById,
  type SiteRedirect,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { loadPages } from '../spaces/content-place.ts';
import { flatten } from '../spaces/tree.ts';
import { Button } from '../ui/button.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, Select, TextField } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { Badge } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce } from '../ui/toasts.tsx';
import { ImportRedirects } from './import-redirects.tsx';
import { SiteFrame, type SitePath } from './site-frame.tsx';
import { siteSpacesOf } from './structure-moves.ts';

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
            <RowText title={<code>{redirect.source}</code>}>{describe(redirect)}</RowText>
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
                <DeleteButton
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
          redirect={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={redirects.reload}
        />
      )}
    </>
  );
}

const describe = ({ destination }: SiteRedirect): string =>
  destination.kind === 'external' ? destination.url : m.redirects.kinds[destination.kind];

type Destination = SiteRedirect['destination'];

function RedirectDialog({
  path,
  redirect,
  onClose,
  onSaved,
}: {
  readonly path: SitePath;
  readonly redirect: SiteRedirect | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const [source, setSource] = useState(redirect?.source ?? '/');
  const [destination, setDestination] = useState<Destination>(redirect?.destination ?? { kind: 'external', url: '' });
  const [permanent, setPermanent] = useState(redirect?.permanent ?? true);
  const [captureWildcard, setCapture] = useState(redirect?.captureWildcard ?? false);
  const spaces = useQuery(`structure ${path.siteId}`, async () => siteSpacesOf(await getSiteStructure({ path })));
  const siteSpace = 'siteSpaceId' in destination ? destination.siteSpaceId : undefined;
  const spaceId = spaces.data?.find(({ id }) => id === siteSpace)?.space.id;
  const pages = useQuery(spaceId && `pages ${spaceId}`, async () =>
    flatten(await loadPages({ spaceId: spaceId! })).filter(({ type }) => type === 'document'),
  );
  const action = useAction(async () => {
    const body = { source, destination, permanent, captureWildcard };
    if (redirect === undefined) await createSiteRedirect({ path, body });
    else await updateSiteRedirectById({ path: { ...path, siteRedirectId: redirect.id }, body });
    announce(m.common.saved);
    onSaved();
    onClose();
  });
  const setSpace = (siteSpaceId: string): void =>
    setDestination(siteSpaceId === '' ? { kind: 'external', url: '' } : { kind: 'site-space', siteSpaceId });
  const setPage = (pageId: string): void =>
    setDestination(
      pageId === ''
        ? { kind: 'site-space', siteSpaceId: siteSpace! }
        : { kind: 'site-page', siteSpaceId: siteSpace!, pageId },
    );
  return (
    <FormDialog
      title={redirect === undefined ? m.redirects.new : m.redirects.edit(redirect.source)}
      submit={m.common.save}
      action={action}
      onClose={onClose}
    >
      <TextField
        label={m.redirects.source}
        hint={m.redirects.sourceHint}
        value={source}
        onInput={setSource}
        required
        autofocus
      />
      <Loaded of={spaces}>
        {(items) => (
          <Select
            label={m.redirects.destination}
            value={siteSpace ?? ''}
            onChange={setSpace}
            options={[
              { value: '', label: m.redirects.kinds.external },
              ...items.map(({ id, title }) => ({ value: id, label: m.redirects.space(title) })),
            ]}
          />
        )}
      </Loaded>
      {destination.kind === 'external' && (
        <TextField
          label={m.create.address}
          type="url"
          value={destination.url}
          onInput={(url) => setDestination({ kind: 'external', url })}
          required
          placeholder="https://"
        />
      )}
      {siteSpace !== undefined && pages.data && (
        <Select
          label={m.redirects.page}
          value={destination.kind === 'site-page' ? destination.pageId : ''}
          onChange={setPage}
          options={[
            { value: '', label: m.redirects.firstPage },
            ...pages.data.map(({ id, title }) => ({ value: id, label: title || m.common.untitled })),
          ]}
        />
      )}
      <Checkbox label={m.redirects.permanentHint} checked={permanent} onChange={setPermanent} />
      <Checkbox label={m.redirects.wildcardHint} checked={captureWildcard} onChange={setCapture} />
    </FormDialog>
  );
}
