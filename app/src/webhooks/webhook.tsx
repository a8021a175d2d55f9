import { useState } from 'preact/hooks';
import {
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate, query, setQuery } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { Loaded } from '../ui/notices.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { describeEvents } from './event-fields.tsx';
import { WebhookDialog, WebhookSecret } from './webhook-dialog.tsx';

const STATUSES = ['pending', 'delivered', 'failed'] as const;
interface WebhookPath {
  readonly organizationId: string;
  readonly webhookId: string;
}

/** Webhook with its settings and its deliveries. */
export function WebhookScreen({ organizationId, webhookId }: Parameters) {
  const path: WebhookPath = { organizationId: organizationId!, webhookId: webhookId! };
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'rotate'>();
  const [secret, setSecret] = useState<string>();
  const webhook = useQuery(`webhook ${webhookId}`, () => getWebhook({ path }));
  const close = (): void => setDialog(undefined);
  const test = (): void => attempt(testWebhook({ path }).then(() => announce(m.webhooks.tested)));
  return (
    <OrganizationFrame
      organizationId={path.organizationId}
      part="webhooks"
      title={m.webhooks.one}
      actions={() => (
        <>
          <Button onClick={test}>{m.webhooks.test}</Button>
          <Menu
            label={m.webhooks.actions}
            items={[
              { label: m.webhooks.edit, icon: 'edit', onSelect: () => setDialog('edit') },
              { label: m.webhooks.rotate, icon: 'redo', onSelect: () => setDialog('rotate') },
              { label: m.webhooks.delete, icon: 'trash', danger: true, onSelect: () => setDialog('delete') },
            ]}
          />
        </>
      )}
    >
      {() => (
        <Loaded of={webhook}>
          {(shown) => (
            <>
              <State webhook={shown} path={path} onSaved={webhook.set} />
              <Deliveries path={path} />
              {dialog === 'edit' && (
                <WebhookDialog
                  organizationId={path.organizationId}
                  webhook={shown}
                  onSaved={webhook.set}
                  onClose={close}
                />
              )}
              {dialog === 'rotate' && (
                <ConfirmDialog
                  title={m.webhooks.rotate}
                  submit={m.webhooks.rotateNow}
                  text={m.webhooks.rotateText}
                  onConfirm={async () => setSecret((await rotateWebhookSecret({ path })).secret)}
                  onClose={close}
                />
              )}
              {secret !== undefined && <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />}
              {dialog === 'delete' && (
                <ConfirmDialog
                  title={m.webhooks.delete}
                  submit={m.webhooks.deleteNow}
                  text={m.webhooks.deleteText}
                  onConfirm={async () => {
                    await deleteWebhook({ path });
                    announce(m.common.deleted(shown.url));
                  }}
                  onDone={() => navigate(pathTo('webhooks', { organizationId: path.organizationId }))}
                  onClose={close}
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </OrganizationFrame>
  );
}

function State({
  webhook,
  path,
  onSaved,
}: {
  readonly webhook: Webhook;
  readonly path: WebhookPath;
  readonly onSaved: (webhook: Webhook) => void;
}) {
  const { url, description, events, enabled, disabled, oldSecretUntil } = webhook;
  const change = (isEnabled: boolean): void =>
    attempt(updateWebhook({ path, body: { enabled: isEnabled } }).then(onSaved));
  return (
    <Section title={m.webhooks.settings}>
      {description && <p dir="auto">{description}</p>}
      <dl class="facts">
        <dt>{m.webhooks.url}</dt>
        <dd>
          <code>{url}</code>
        </dd>
        <dt>{m.webhooks.events}</dt>
        <dd>{describeEvents(events)}</dd>
        <dt>{m.webhooks.state}</dt>
        <dd>
          {enabled ? m.webhooks.enabled : m.webhooks.disabled}
          {disabled && (
            <>
              : {disabled.message} (<Time at={disabled.since} />)
            </>
          )}
        </dd>
        {oldSecretUntil !== undefined && (
          <>
            <dt>{m.webhooks.oldSecret}</dt>
            <dd>
              <Time at={oldSecretUntil} />
            </dd>
          </>
        )}
      </dl>
      <p>
        <Button onClick={() => change(!enabled)}>{enabled ? m.webhooks.disable : m.webhooks.enable}</Button>
      </p>
    </Section>
  );
}

/** Deliveries, the newest first, with what the endpoint answered. */
function Deliveries({ path }: { readonly path: WebhookPath }) {
  const status = STATUSES.find((one) => one === query.value.get('status'));
  const deliveries = useList(`deliveries ${path.webhookId} ${status}`, (page) =>
    listWebhookDeliveries({ path, query: { limit: 50, ...(status && { status }), ...(page && { page }) } }),
  );
  const replay = (deliveryId: string): void =>
    attempt(
      replayWebhookDelivery({ path: { ...path, deliveryId } }).then(() => {
        announce(m.webhooks.replayed);
        deliveries.reload();
      }),
    );
  return (
    <Section title={m.webhooks.deliveries} actions={<Button onClick={deliveries.reload}>{m.instance.reload}</Button>}>
      <div class="filters">
        <Select
          label={m.requests.status}
          value={status ?? ''}
          onChange={(value) => setQuery({ status: value || null })}
          options={[
            { value: '', label: m.webhooks.anyStatus },
            ...STATUSES.map((value) => ({ value, label: m.webhooks.statuses[value] })),
          ]}
        />
      </div>
      <ListRows of={deliveries} empty={m.webhooks.noDeliveries} keyOf={({ id }) => id}>
        {(delivery) => (
          <>
            <Delivery delivery={delivery} />
            <Badge kind={delivery.status === 'failed' ? 'failed' : delivery.status === 'pending' ? 'open' : ''}>
              {m.webhooks.statuses[delivery.status]}
            </Badge>
            {delivery.status !== 'pending' && (
              <Button onClick={() => replay(delivery.id)} label={m.webhooks.replay(delivery.action)}>
                {m.webhooks.replayShort}
              </Button>
            )}
          </>
        )}
      </ListRows>
    </Section>
  );
}

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { action, createdAt, attempts, nextAttemptAt, response, error } = delivery;
  return (
    <div class="grow">
      <span class="row-title">{action}</span>
      <p class="soft">
        <Time at={createdAt} /> · {m.webhooks.attempts(attempts)}
        {nextAttemptAt !== undefined && (
          <>
            {' '}
            · {m.webhooks.next} <Time at={nextAttemptAt} />
          </>
        )}
        {error !== undefined && ` · ${error}`}
      </p>
      {response !== undefined && (
        <details>
          <summary>{m.webhooks.answer(response.status)}</summary>
          <pre>{response.body}</pre>
        </details>
      )}
    </div>
  );
}
