import { Conflict } from '../../domain/kernel/errors.ts';
import type { WebhookDeliveryId, WebhookId } from '../../domain/kernel/id.ts';
import type { DeliveryStatus, WebhookDeliveryState } from '../../domain/webhooks/webhook-delivery.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { inOrganization, type InOrganization } from '../kernel/scope.ts';
import { command, query } from '../kernel/use-case.ts';
import { attemptRequest } from './deliver-webhook.ts';

interface OfWebhook extends InOrganization {
  readonly webhookId: WebhookId;
}
interface OfDelivery extends OfWebhook {
  readonly deliveryId: WebhookDeliveryId;
}

/** Lists the deliveries of a webhook, the newest first. */
export const listWebhookDeliveries = query<OfWebhook & { status?: DeliveryStatus; page: PageRequest }>()({
  name: 'listWebhookDeliveries',
  requires: 'webhooks:manage',
  scope: inOrganization,
  async run({ read, scope: { organizationId } }, { webhookId, status, page }) {
    await read.webhooks.get({ id: webhookId, organizationId });
    const where = { webhookId, ...(status !== undefined && { status }) };
    const { items, ...rest } = await read.webhookDeliveries.list(where, { ...page, order: 'desc' });
    return { items: items.map((delivery): WebhookDeliveryState => delivery.snapshot()), ...rest };
  },
});

/** Gets a delivery of a webhook, with the answer to the last attempt. */
export const getWebhookDelivery = query<OfDelivery>()({
  name: 'getWebhookDelivery',
  requires: 'webhooks:manage',
  scope: inOrganization,
  async run({ read, scope: { organizationId } }, { webhookId, deliveryId }): Promise<WebhookDeliveryState> {
    return (await read.webhookDeliveries.get({ id: deliveryId, webhookId, organizationId })).snapshot();
  },
});

/**
 * Sends the event of a delivery again, with all retries; also one that was delivered. Fails with `Conflict` when the
 * webhook is disabled.
 */
export const replayWebhookDelivery = command<OfDelivery>()({
  name: 'replayWebhookDelivery',
  requires: 'webhooks:manage',
  scope: inOrganization,
  async run({ work, now, scope: { organizationId } }, { webhookId, deliveryId }): Promise<WebhookDeliveryState> {
    const delivery = await work.webhookDeliveries.get({ id: deliveryId, webhookId, organizationId });
    const webhook = await work.webhooks.get({ id: webhookId, organizationId });
    if (!webhook.snapshot().enabled) throw new Conflict('the webhook is disabled; enable it first');
    delivery.replay(now);
    await work.webhookDeliveries.save(delivery);
    await work.jobs.enqueue(attemptRequest(delivery.snapshot()));
    return delivery.snapshot();
  },
});
