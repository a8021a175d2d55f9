import { useState } from 'preact/hooks';
import { checkSiteHostname, deleteSiteById, getSiteHostname, updateSiteById, type Site } from '../api/operations.ts';
import { ApiError, orNull } from '../api/api-error.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { McpServers } from './mcp-servers.tsx';
import { SiteFrame, type SitePath } from './site-frame.tsx';

/** Title and addresses of a site, with the state of its hostname. */
export function SiteOverviewScreen(parameters: Parameters) {
  return (
    <SiteFrame parameters={parameters} part="site">
      {({ site, path, onChange }) => (
        <>
          {site.permissions.edit ? <General site={site} path={path} onChange={onChange} /> : <Addresses site={site} />}
          {site.permissions.edit && site.hostname !== undefined && <Hostname key={site.hostname} path={path} />}
          {site.permissions.admin && <McpServers path={path} />}
          {site.permissions.admin && <Deletion site={site} path={path} />}
        </>
      )}
    </SiteFrame>
  );
}

interface PartProps {
  readonly site: Site;
  readonly path: SitePath;
}

/** Addresses of the site, for people who may not change them. */
function Addresses({ site }: { readonly site: Site }) {
  const { published } = site.urls;
  return (
    <Section title={m.settings.general}>
      {published === undefined ? (
        <p class="soft">{site.published ? m.sites.visibilities[site.visibility].hint : m.sites.isDraft}</p>
      ) : (
        <p>
          {m.sites.isAt} <a href={published}>{published}</a>
        </p>
      )}
    </Section>
  );
}

function General({ site, path, onChange }: PartProps & { readonly onChange: (site: Site) => void }) {
  const { values, set, save } = useForm({
    title: site.title,
    basename: site.basename ?? '',
    hostname: site.hostname ?? '',
  });
  const action = useAction(() =>
    save(async ({ hostname, ...others }) => {
      const body = { ...others, ...(hostname !== undefined && { hostname: hostname === '' ? null : hostname }) };
      onChange(await updateSiteById({ path, body }).catch(nameTakenAddress));
    }),
  );
  return (
    <FormSection title={m.settings.general} action={action}>
      <TextField
        label={m.common.title}
        value={values.title}
        onInput={(title) => set({ title })}
        required
        maxLength={100}
      />
      <TextField
        label={m.sites.basename}
        hint={m.sites.basenameHint}
        value={values.basename}
        onInput={(basename) => set({ basename })}
      />
      <TextField
        label={m.sites.hostname}
        hint={m.sites.hostnameHint}
        value={values.hostname}
        onInput={(hostname) => set({ hostname })}
        placeholder="docs.example.com"
      />
    </FormSection>
  );
}

/** Replaces the refusal of an address that another site has by one that names it as the form does. @throws always */
function nameTakenAddress(error: unknown): never {
  if (error instanceof ApiError && error.status === 409 && error.message.includes('basename'))
    throw new Error(m.sites.basenameTaken);
  throw error;
}

/** State of the proof that the hostname belongs to the organization. */
function Hostname({ path }: { readonly path: SitePath }) {
  const hostname = useQuery(`hostname ${path.siteId}`, () => orNull(getSiteHostname({ path })));
  const check = useAction(async () => hostname.set(await checkSiteHostname({ path })));
  return (
    <Section
      title={m.sites.hostname}
      actions={
        <Button busy={check.isRunning} onClick={() => void check.run()}>
          {m.sites.checkHostname}
        </Button>
      }
    >
      <ErrorNotice error={check.error} />
      <Loaded of={hostname}>
        {(found) =>
          found && (
            <>
              <p>
                <code>{found.hostname}</code>{' '}
                <Badge kind={found.state === 'proven' ? 'open' : found.state === 'failed' ? 'failed' : 'outdated'}>
                  {m.sites.hostnameStates[found.state]}
                </Badge>
              </p>
              {found.state !== 'proven' && <p>{m.sites.recordHint}</p>}
              <dl class="facts">
                <dt>{m.sites.record}</dt>
                <dd>{found.record.type}</dd>
                <dt>{m.common.name}</dt>
                <dd>
                  <code>{found.record.name}</code>
                </dd>
                <dt>{m.common.value}</dt>
                <dd>
                  <code>{found.record.value}</code>
                </dd>
                {found.checkedAt && (
                  <>
                    <dt>{m.sites.checked}</dt>
                    <dd>
                      <Time at={found.checkedAt} />
                      {found.finding && ` · ${m.sites.findings[found.finding]}`}
                    </dd>
                  </>
                )}
              </dl>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Deletion({ site, path }: PartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={m.settings.deletion}>
      <p>{m.sites.deletionText}</p>
      <Button kind="danger" icon="trash" onClick={() => setOpen(true)}>
        {m.sites.delete}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={m.sites.delete}
          submit={m.common.delete}
          text={m.sites.deleteQuestion(site.title)}
          onConfirm={async () => {
            await deleteSiteById({ path });
            announce(m.common.deleted(site.title));
          }}
          onDone={() => navigate(pathTo('sites', { organizationId: path.organizationId }), { discard: true })}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
