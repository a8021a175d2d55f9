import { useRef, useState } from 'preact/hooks';
import { createSite, getSiteById, publishSite, updateSiteById, type Site } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { SpaceSelect } from '../library/space-select.tsx';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Choices, TextField } from '../ui/fields.tsx';
import { SiteLink } from './site-link.tsx';
import { VISIBILITIES, type Visibility } from './visibility.ts';

export interface PublishDialogProps {
  readonly organizationId: string;
  /** Space to publish; without it the dialog asks for one. */
  readonly space?: { readonly id: string; readonly title: string };
  readonly onPublished: (site: Site) => void;
  readonly onClose: () => void;
}

/** Publishes a space as a new site, and then shows where the site is. */
export function PublishDialog({ organizationId, space, onPublished, onClose }: PublishDialogProps) {
  const path = { organizationId };
  const [title, setTitle] = useState(space?.title ?? '');
  const [spaceId, setSpaceId] = useState(space?.id ?? '');
  const [visibility, setVisibility] = useState<Visibility>('public');
  const [site, setSite] = useState<Site>();
  const created = useRef<string | undefined>(undefined);
  const action = useAction(async () => {
    // A site that could not be published is published by the next attempt.
    if (created.current !== undefined)
      await updateSiteById({ path: { ...path, siteId: created.current }, body: { title, visibility } });
    else created.current = (await createSite({ path, body: { title, visibility, spaces: [spaceId] } })).id;
    const at = { ...path, siteId: created.current };
    await publishSite({ path: at });
    const published = await getSiteById({ path: at });
    setSite(published);
    onPublished(published);
  });
  if (site !== undefined)
    return (
      <Dialog title={m.sites.publishedNow(site.title)} onClose={onClose}>
        <Readers site={site} />
        <p class="actions">
          {site.urls.published === undefined ? (
            <LinkButton kind="primary" href={pathTo('siteAudience', { organizationId, siteId: site.id })}>
              {m.sites.toAudience}
            </LinkButton>
          ) : (
            <SiteLink kind="primary" href={site.urls.published} />
          )}
          <LinkButton href={pathTo('site', { organizationId, siteId: site.id })}>{m.sites.manage}</LinkButton>
        </p>
      </Dialog>
    );
  return (
    <FormDialog title={m.sites.create} submit={m.sites.publish} action={action} onClose={onClose}>
      <TextField label={m.common.title} value={title} onInput={setTitle} required maxLength={100} autofocus />
      {space === undefined && (
        <SpaceSelect organizationId={organizationId} label={m.sites.space} value={spaceId} onChange={setSpaceId} />
      )}
      <Choices<Visibility>
        legend={m.sites.visibility}
        value={visibility}
        onChange={setVisibility}
        options={VISIBILITIES}
      />
    </FormDialog>
  );
}

/** Tells how readers come to a site that has just been published. */
function Readers({ site: { urls, visibility } }: { readonly site: Site }) {
  if (urls.published === undefined)
    return <p role="status">{visibility === 'share-link' ? m.sites.withShareLink : m.sites.withSignIn}</p>;
  return (
    <>
      <p role="status">{m.sites.isAt}</p>
      <p>
        <a href={urls.published}>{urls.published}</a>
      </p>
    </>
  );
}
