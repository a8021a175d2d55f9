import { useState } from 'preact/hooks';
import { createWebhook, updateWebhook, type Webhook } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { SecretDialog } from '../ui/secret.tsx';
import { EventFields } from './event-fields.tsx';

export interface WebhookDialogProps {
  readonly organizationId: string;
  /** Webhook that is edited; a new one is created without. */
  readonly webhook?: Webhook;
  readonly onSaved: (webhook: Webhook) => void;
  readonly onClose: () => void;
}

/** Dialog that creates or edits a webhook, and shows the secret of a new one. */
export function WebhookDialog({ organizationId, webhook, onSaved, onClose }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly string[] | 'all'>(webhook?.events.length ? webhook.events : 'all');
  const [secret, setSecret] = useState<string>();
  const save = async (): Promise<string | undefined> => {
    if (events !== 'all' && events.length === 0) throw new Error(m.webhooks.chooseOne);
    const body = { url, events: events === 'all' ? [] : events };
    if (webhook !== undefined) {
      const path = { organizationId, webhookId: webhook.id };
      onSaved(await updateWebhook({ path, body: { ...body, description: description || null } }));
      return undefined;
    }
    const made = await createWebhook({
      path: { organizationId },
      body: { ...body, ...(description && { description }) },
    });
    onSaved(made);
    return made.secret;
  };
  const action = useAction(save, (made) => (made === undefined ? onClose() : setSecret(made)));
  if (secret !== undefined) return <WebhookSecret secret={secret} onClose={onClose} />;
  const title = webhook === undefined ? m.webhooks.new : m.webhooks.edit;
  return (
    <FormDialog
      title={title}
      submit={webhook === undefined ? m.common.create : m.common.save}
      action={action}
      onClose={onClose}
    >
      <TextField label={m.webhooks.url} type="url" value={url} onInput={setUrl} required autofocus />
      <TextField label={m.webhooks.description} value={description} onInput={setDescription} maxLength={200} />
      <EventFields organizationId={organizationId} events={events} onChange={setEvents} />
    </FormDialog>
  );
}

/** Shows the secret of a webhook. */
export const WebhookSecret = ({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) => (
  <SecretDialog title={m.webhooks.secret} text={m.webhooks.secretText} secret={secret} onClose={onClose} />
);
