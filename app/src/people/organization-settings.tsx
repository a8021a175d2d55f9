import { useState } from 'preact/hooks';
import {
  createOrganizationInvite,
  createOrganizationSAMLProvider,
  deleteOrganizationInviteById,
  deleteOrganizationSAMLProvider,
  listOrganizationInviteLinks,
  listSAMLProvidersInOrganizationById,
  updateOrganizationById,
  updateOrganizationSAMLProvider,
  type MergeRules,
  type Organization,
  type SAMLProvider,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { MergeRulesForm } from '../change-requests/merge-rules-form.tsx';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, Select, TextArea, TextField } from '../ui/fields.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { CopyButton } from '../ui/secret.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { useForm } from '../ui/use-form.ts';
import { PictureField } from '../uploads/picture-field.tsx';
import { CustomFonts } from './custom-fonts.tsx';
import { EmailDomains } from './email-domains.tsx';
import { roleOf, roleOptions, roleValue } from './levels.ts';

/** Settings of an organization: its name, invite links, e-mail domains, fonts, and identity providers. */
export function OrganizationSettingsScreen({ organizationId }: Parameters) {
  return (
    <OrganizationFrame organizationId={organizationId!} part="organizationSettings">
      {(organization, set) => (
        <>
          <General organization={organization} onSaved={set} />
          <MergeRulesForm<MergeRules>
            rules={organization.mergeRules}
            types={['none', 'rules']}
            save={async (mergeRules) =>
              set(await updateOrganizationById({ path: { organizationId: organization.id }, body: { mergeRules } }))
            }
          />
          <InviteLinks organization={organization} />
          <EmailDomains organizationId={organization.id} />
          <CustomFonts organizationId={organization.id} />
          <Providers organizationId={organization.id} />
        </>
      )}
    </OrganizationFrame>
  );
}

interface GeneralProps {
  readonly organization: Organization;
  readonly onSaved: (organization: Organization) => void;
}

function General({ organization, onSaved }: GeneralProps) {
  const { values, set, save } = useForm({
    title: organization.title,
    role: roleValue(organization.defaultRole ?? null) as string,
    logo: organization.urls.logo ?? '',
    inviteLinks: organization.inviteLinks,
    sso: organization.sso === true,
  });
  const action = useAction(() =>
    save(async ({ role, logo, ...others }) => {
      const body = {
        ...others,
        ...(logo !== undefined && { logo: logo === '' ? null : logo }),
        ...(role !== undefined && { defaultRole: roleOf(role) }),
      };
      onSaved(await updateOrganizationById({ path: { organizationId: organization.id }, body }));
    }),
  );
  return (
    <FormSection title={m.settings.general} action={action}>
      <TextField
        label={m.common.name}
        value={values.title}
        onInput={(title) => set({ title })}
        required
        maxLength={255}
      />
      <PictureField
        organizationId={organization.id}
        label={m.organization.logo}
        uploadLabel={m.organization.uploadLogo}
        value={values.logo}
        onInput={(logo) => set({ logo })}
      />
      <Select
        label={m.organization.defaultRole}
        hint={m.organization.defaultRoleHint}
        value={values.role}
        options={roleOptions}
        onChange={(role) => set({ role })}
      />
      <Checkbox
        label={m.organization.inviteLinks}
        checked={values.inviteLinks}
        onChange={(inviteLinks) => set({ inviteLinks })}
      />
      <Checkbox label={m.organization.sso} checked={values.sso} onChange={(sso) => set({ sso })} />
    </FormSection>
  );
}

function InviteLinks({ organization }: { readonly organization: Organization }) {
  const path = { organizationId: organization.id };
  const [isCreating, setCreating] = useState(false);
  const links = useList(`invite links ${organization.id}`, (page) =>
    listOrganizationInviteLinks({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <Section
      title={m.organization.links}
      actions={
        organization.inviteLinks && (
          <Button icon="add" onClick={() => setCreating(true)}>
            {m.organization.newLink}
          </Button>
        )
      }
    >
      <ListRows of={links} empty={m.organization.noLinks} keyOf={({ id }) => id}>
        {({ id, role, space, collection, createdAt, urls }) => {
          const name = space?.title ?? collection?.title ?? m.organization.wholeOrganization;
          return (
            <>
              <RowText title={m.organization.linkFor(m.roles[roleValue(role)], name)}>
                <Time at={createdAt} />
              </RowText>
              <CopyButton text={urls.join} label={m.organization.copyLink} />
              <ConfirmButton
                label={m.organization.deleteLink(m.roles[roleValue(role)])}
                text={m.organization.deleteLinkText}
                onConfirm={async () => {
                  await deleteOrganizationInviteById({ path: { ...path, inviteId: id } });
                  links.reload();
                }}
              />
            </>
          );
        }}
      </ListRows>
      {isCreating && <NewLink path={path} onClose={() => setCreating(false)} onCreated={links.reload} />}
    </Section>
  );
}

interface DialogProps {
  readonly path: { readonly organizationId: string };
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

function NewLink({ path, onClose, onCreated }: DialogProps) {
  const [role, setRole] = useState('read');
  const action = useAction(async () => {
    await createOrganizationInvite({ path, body: { role: roleOf(role) } });
    onCreated();
  }, onClose);
  return (
    <FormDialog title={m.organization.newLink} submit={m.common.create} action={action} onClose={onClose}>
      <p>{m.organization.linkText}</p>
      <Select label={m.members.role} value={role} options={roleOptions} onChange={setRole} />
    </FormDialog>
  );
}

function Providers({ organizationId }: { readonly organizationId: string }) {
  const path = { organizationId };
  const [edited, setEdited] = useState<SAMLProvider | 'new'>();
  const providers = useList(`saml ${organizationId}`, (page) =>
    listSAMLProvidersInOrganizationById({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <Section
      title={m.saml.title}
      actions={
        <Button icon="add" onClick={() => setEdited('new')}>
          {m.saml.new}
        </Button>
      }
    >
      <ListRows of={providers} empty={m.saml.none} keyOf={({ id }) => id}>
        {(provider) => (
          <>
            <RowText title={provider.label}>
              {m.saml.acs} <code>{provider.service.acsURL}</code>
              <br />
              {m.saml.entity} <code>{provider.service.entityID}</code>
            </RowText>
            <Badge kind={provider.status === 'active' ? 'open' : 'outdated'}>{m.saml.states[provider.status]}</Badge>
            <Button kind="quiet" icon="edit" label={m.saml.edit(provider.label)} onClick={() => setEdited(provider)} />
            <ConfirmButton
              label={m.saml.delete(provider.label)}
              text={m.saml.deleteText}
              onConfirm={async () => {
                await deleteOrganizationSAMLProvider({ path: { ...path, samlProviderId: provider.id } });
                providers.reload();
              }}
            />
          </>
        )}
      </ListRows>
      {edited !== undefined && (
        <ProviderDialog
          path={path}
          provider={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onCreated={providers.reload}
        />
      )}
    </Section>
  );
}

function ProviderDialog({
  path,
  provider,
  onClose,
  onCreated,
}: DialogProps & { readonly provider: SAMLProvider | undefined }) {
  const { values, set, save } = useForm({
    label: provider?.label ?? '',
    entityID: provider?.entityID ?? '',
    ssoURL: provider?.ssoURL ?? '',
    certificate: provider?.certificate ?? '',
    role: roleValue(provider?.defaultRole ?? null) as string,
  });
  const action = useAction(
    () =>
      save(async ({ role, ...others }) => {
        const body = { ...others, ...(role !== undefined && { defaultRole: roleOf(role) }) };
        if (provider !== undefined)
          await updateOrganizationSAMLProvider({ path: { ...path, samlProviderId: provider.id }, body });
        else await createOrganizationSAMLProvider({ path, body: { ...body, label: values.label } });
        onCreated();
      }),
    onClose,
  );
  return (
    <FormDialog
      title={provider === undefined ? m.saml.new : m.saml.edit(provider.label)}
      submit={m.common.save}
      action={action}
      onClose={onClose}
      wide
    >
      <TextField
        label={m.common.name}
        value={values.label}
        onInput={(label) => set({ label })}
        required
        maxLength={30}
        autofocus
      />
      <TextField label={m.saml.entityID} value={values.entityID} onInput={(entityID) => set({ entityID })} />
      <TextField
        label={m.saml.ssoURL}
        type="url"
        value={values.ssoURL}
        onInput={(ssoURL) => set({ ssoURL })}
        placeholder="https://"
      />
      <TextArea
        label={m.saml.certificate}
        hint={m.saml.certificateHint}
        value={values.certificate}
        onInput={(certificate) => set({ certificate })}
        rows={6}
      />
      <Select label={m.saml.defaultRole} value={values.role} options={roleOptions} onChange={(role) => set({ role })} />
    </FormDialog>
  );
}
