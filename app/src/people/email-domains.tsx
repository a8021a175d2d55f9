import { useState } from 'preact/hooks';
import { checkEmailDomain, listEmailDomains, updateOrganizationById, type EmailDomain } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { TextDialog } from '../ui/dialog.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows } from '../ui/rows.tsx';
import { Copyable } from '../ui/secret.tsx';
import { Section } from '../ui/section.tsx';
import { attempt } from '../ui/toasts.tsx';

/** E-mail domains of an organization: people with a proven address there can join it. */
export function EmailDomains({ organizationId }: { readonly organizationId: string }) {
  const path = { organizationId };
  const [isAdding, setAdding] = useState(false);
  const domains = useList(`email domains ${organizationId}`, () => listEmailDomains({ path, query: { limit: 100 } }));
  const names = (domains.data ?? []).map(({ domain }) => domain);
  const save = async (emailDomains: readonly string[]): Promise<void> => {
    await updateOrganizationById({ path, body: { emailDomains } });
    domains.reload();
  };
  const check = ({ domain }: EmailDomain): void =>
    attempt(checkEmailDomain({ path: { ...path, emailDomain: domain } }).then(domains.reload));
  return (
    <Section
      title={m.emailDomains.title}
      actions={
        <Button icon="add" onClick={() => setAdding(true)}>
          {m.emailDomains.add}
        </Button>
      }
    >
      <p class="soft">{m.emailDomains.text}</p>
      <ListRows of={domains} empty={m.emailDomains.none} keyOf={({ domain }) => domain}>
        {(one) => (
          <>
            <div class="grow">
              <span class="row-title">{one.domain}</span>{' '}
              <Badge kind={one.status === 'proven' ? 'open' : one.status === 'failed' ? 'failed' : ''}>
                {m.emailDomains.statuses[one.status]}
              </Badge>
              {one.checkedAt && (
                <p class="soft">
                  {m.emailDomains.checked} <Time at={one.checkedAt} />
                  {one.finding && `: ${m.emailDomains.findings[one.finding]}`}
                </p>
              )}
              {one.status !== 'proven' && (
                <>
                  <p class="soft">{m.emailDomains.record(one.record.name)}</p>
                  <Copyable text={one.record.value} />
                </>
              )}
            </div>
            {one.status !== 'proven' && <Button onClick={() => check(one)}>{m.emailDomains.check}</Button>}
            <ConfirmButton
              label={m.emailDomains.remove(one.domain)}
              submit={m.emailDomains.removeNow}
              text={m.emailDomains.removeText}
              onConfirm={() => save(names.filter((name) => name !== one.domain))}
            />
          </>
        )}
      </ListRows>
      {isAdding && (
        <TextDialog
          title={m.emailDomains.add}
          submit={m.common.save}
          field={{ label: m.emailDomains.domain, required: true, maxLength: 253, placeholder: 'example.com' }}
          onSubmit={(domain) => save([...names, domain])}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}
