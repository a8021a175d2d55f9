import { useState } from 'preact/hooks';
import {
  createSiteShareLink,
  deleteSiteShareLinkById,
  getSitePublishingAuthById,
  getSitePublishingPreviewById,
  listSiteShareLinks,
  regenerateSitePublishingAuthById,
  updateSiteById,
  updateSitePublishingAuthById,
  updateSiteShareLinkById,
  type PublishingAuth,
  type Site,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ConfirmDialog, TextDialog } from '../ui/dialog.tsx';
import { Checkbox, Choices, TextArea, TextField } from '../ui/fields.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { parseJson } from '../ui/parse-json.ts';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Copyable, CopyButton } from '../ui/secret.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { attempt } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { AdaptiveSchema } from './adaptive-schema.tsx';
import { SiteFrame, type SitePath } from './site-frame.tsx';
import { VISIBILITIES, type Visibility } from './visibility.ts';

/** Who may read a site: its visibility, share links, and the authentication of visitors. */
export function SiteAudienceScreen(parameters: Parameters) {
  return (
    <SiteFrame parameters={parameters} part="siteAudience">
      {({ site, path, onChange }) => (
        <>
          <VisibilityForm site={site} path={path} onChange={onChange} />
          {site.permissions.edit && <ShareLinks path={path} isUsed={site.visibility === 'share-link'} />}
          {site.permissions.edit && site.visibility === 'visitor-auth' && <VisitorAuthentication path={path} />}
          {site.permissions.edit && <AdaptiveContent site={site} path={path} onChange={onChange} />}
          {site.permissions.edit && <AdaptiveSchema path={path} />}
        </>
      )}
    </SiteFrame>
  );
}

interface PartProps {
  readonly site: Site;
  readonly path: SitePath;
  readonly onChange: (site: Site) => void;
}

function VisibilityForm({ site, path, onChange }: PartProps) {
  const { values, set, save } = useForm<{ visibility: Visibility }>({ visibility: site.visibility });
  const action = useAction(() => save(async (body) => onChange(await updateSiteById({ path, body }))));
  return (
    <FormSection title={m.sites.visibility} action={action}>
      <Choices<Visibility>
        legend={m.sites.visibilityLegend}
        value={values.visibility}
        onChange={(visibility) => set({ visibility })}
        options={VISIBILITIES}
      />
    </FormSection>
  );
}

function ShareLinks({ path, isUsed }: { readonly path: SitePath; readonly isUsed: boolean }) {
  const [isCreating, setCreating] = useState(false);
  const links = useList(`share links ${path.siteId}`, (page) =>
    listSiteShareLinks({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  const write = (work: Promise<unknown>): void => attempt(work.then(links.reload));
  return (
    <Section
      title={m.audience.shareLinks}
      actions={
        <Button icon="add" onClick={() => setCreating(true)}>
          {m.audience.newShareLink}
        </Button>
      }
    >
      <p class="soft">{isUsed ? m.audience.shareLinksHint : m.audience.shareLinksUnused}</p>
      <ListRows of={links} empty={m.audience.noShareLinks} keyOf={({ id }) => id}>
        {(link) => {
          const at = { ...path, shareLinkId: link.id };
          return (
            <>
              <RowText title={link.name}>
                <Time at={link.createdAt} />
              </RowText>
              {!link.active && <Badge kind="outdated">{m.audience.inactive}</Badge>}
              {link.urls.published && (
                <CopyButton
                  text={link.urls.published}
                  label={m.audience.copyLink}
                  fullLabel={m.audience.copyLinkOf(link.name)}
                />
              )}
              <Button
                label={link.active ? m.audience.stopLink(link.name) : m.audience.resumeLink(link.name)}
                onClick={() => write(updateSiteShareLinkById({ path: at, body: { active: !link.active } }))}
              >
                {link.active ? m.audience.stop : m.audience.resume}
              </Button>
              <ConfirmButton
                label={m.audience.deleteLink(link.name)}
                text={m.audience.deleteLinkText}
                onConfirm={async () => {
                  await deleteSiteShareLinkById({ path: at });
                  links.reload();
                }}
              />
            </>
          );
        }}
      </ListRows>
      {isCreating && (
        <TextDialog
          title={m.audience.newShareLink}
          submit={m.common.create}
          field={{ label: m.common.name, hint: m.audience.shareLinkName, required: true, maxLength: 50 }}
          onSubmit={async (name) => {
            await createSiteShareLink({ path, body: { name } });
            links.reload();
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Section>
  );
}

/** Key that signs the tokens of visitors, and their sign-in page; the audit log records that somebody has them shown. */
function VisitorAuthentication({ path }: { readonly path: SitePath }) {
  const [auth, setAuth] = useState<PublishingAuth>();
  const [isShown, setShown] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const show = useAction(async () => {
    if (auth === undefined) setAuth(await getSitePublishingAuthById({ path }));
    setShown(!isShown);
  });
  return (
    <>
      <Section title={m.audience.authentication}>
        <p class="soft">{m.audience.keyHint}</p>
        {auth !== undefined && isShown && <Copyable text={auth.privateKey} />}
        <ErrorNotice error={show.error} />
        <p class="actions">
          <Button busy={show.isRunning} onClick={() => void show.run()}>
            {isShown ? m.audience.hideKey : auth === undefined ? m.audience.showSettings : m.audience.showKey}
          </Button>
          <Button kind="danger" onClick={() => setReplacing(true)}>
            {m.audience.newKey}
          </Button>
        </p>
        {isReplacing && (
          <ConfirmDialog
            title={m.audience.newKey}
            submit={m.audience.newKey}
            text={m.audience.newKeyText}
            onConfirm={async () => setAuth(await regenerateSitePublishingAuthById({ path }))}
            onClose={() => setReplacing(false)}
          />
        )}
      </Section>
      {auth !== undefined && <SignInPage auth={auth} path={path} onChange={setAuth} />}
    </>
  );
}

interface SignInPageProps {
  readonly auth: PublishingAuth;
  readonly path: SitePath;
  readonly onChange: (auth: PublishingAuth) => void;
}

/** Page of another system at which visitors sign in. */
function SignInPage({ auth, path, onChange }: SignInPageProps) {
  const { values, set, save } = useForm({ fallbackURL: auth.fallbackURL ?? '' });
  const action = useAction(() =>
    save(async ({ fallbackURL }) => {
      const body = fallbackURL === undefined ? {} : { fallbackURL: fallbackURL || null };
      onChange(await updateSitePublishingAuthById({ path, body }));
    }),
  );
  return (
    <FormSection title={m.audience.withoutToken} action={action}>
      <TextField
        label={m.audience.fallback}
        hint={m.audience.fallbackHint}
        type="url"
        value={values.fallbackURL}
        onInput={(fallbackURL) => set({ fallbackURL })}
        placeholder="https://"
      />
    </FormSection>
  );
}

/** Content for some visitors: whether it is on, and the site as a given visitor sees it. */
function AdaptiveContent({ site, path, onChange }: PartProps) {
  const [claims, setClaims] = useState('{}');
  const [url, setUrl] = useState<string>();
  const isEnabled = site.adaptiveContent?.enabled === true;
  const preview = useAction(async () => {
    const compact = JSON.stringify(parseJson(m.audience.claims, claims));
    setUrl((await getSitePublishingPreviewById({ path, query: { claims: compact } })).url);
  });
  return (
    <FormSection title={m.audience.adaptive} action={preview} submit={m.audience.preview}>
      <Checkbox
        label={m.audience.adaptiveOn}
        checked={isEnabled}
        onChange={(enabled) => attempt(updateSiteById({ path, body: { adaptiveContent: { enabled } } }).then(onChange))}
      />
      <TextArea label={m.audience.claims} hint={m.audience.claimsHint} value={claims} onInput={setClaims} rows={4} />
      {url !== undefined && (
        <p role="status">
          <a href={url} target="_blank" rel="noreferrer">
            {m.audience.openPreview}
          </a>
        </p>
      )}
    </FormSection>
  );
}
