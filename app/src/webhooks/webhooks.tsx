import { useState } from 'preact/hooks';
import { listWebhooks } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { describeEvents } from './event-fields.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** Webhooks of an organization: where its events are sent. */
export function WebhooksScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const [isCreating, setCreating] = useState(false);
  const webhooks = useList(`webhooks ${organizationId}`, (page) =>
    listWebhooks({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <OrganizationFrame
      organizationId={path.organizationId}
      part="webhooks"
      actions={() => (
        <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
          {m.webhooks.new}
        </Button>
      )}
    >
      {() => (
        <>
          <p>{m.webhooks.explanation}</p>
          <ListRows of={webhooks} empty={m.webhooks.none} keyOf={({ id }) => id}>
            {({ id, url, description, events, enabled, failingSince }) => (
              <>
                <RowText title={url} href={pathTo('webhook', { ...path, webhookId: id })}>
                  {description && `${description} · `}
                  {describeEvents(events)}
                </RowText>
                {!enabled && <Badge kind="failed">{m.webhooks.disabled}</Badge>}
                {enabled && failingSince !== undefined && <Badge kind="failed">{m.webhooks.failing}</Badge>}
              </>
            )}
          </ListRows>
          {isCreating && (
            <WebhookDialog
              organizationId={path.organizationId}
              onSaved={webhooks.reload}
              onClose={() => setCreating(false)}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  );
}
