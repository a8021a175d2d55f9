import { JOB_TYPES } from '../../../application/system/job-types.ts';
import type { WebhookId } from '../../../domain/kernel/id.ts';
import {
  deliveryIdOf,
  isSelected,
  WebhookDelivery,
  type WebhookDeliveryState,
} from '../../../domain/webhooks/webhook-delivery.ts';
import type { JobRequest } from '../../../ports/kernel/jobs.ts';
import type { DeliveryPurger } from '../../../ports/webhooks.ts';
import { eventId } from '../events.ts';
import type { Overlay } from './kernel/overlay.ts';
import type { MemoryStore } from './store.ts';

/**
 * Adds a delivery for each committed event from index `from` on and each webhook that it is sent to.
 * @returns the jobs that make the first attempts
 */
export function addDeliveries(store: MemoryStore, from: number): JobRequest[] {
  if (store.tables.webhooks.size === 0) return [];
  const jobs: JobRequest[] = [];
  for (const [offset, { organizationId, type, subject, at }] of store.events.slice(from).entries())
    for (const webhook of store.all('webhooks')) {
      if (organizationId === null || webhook.organizationId !== organizationId) continue;
      if (!isSelected(webhook, { type, subject })) continue;
      const place = from + offset + 1;
      const id = deliveryIdOf(place, webhook.id);
      const of = { id, organizationId, webhookId: webhook.id, eventId: eventId(place), type, createdAt: at };
      store.tables.webhookDeliveries.set(id, { version: 1, state: WebhookDelivery.initialState(of) });
      jobs.push(JOB_TYPES.deliverWebhook.request({ organizationId, deliveryId: id, attempts: 0 }));
    }
  return jobs;
}

export class MemoryDeliveryPurger implements DeliveryPurger {
  constructor(private readonly overlay: Overlay) {}

  async purge(
    webhookId: WebhookId,
    { createdBefore, keep }: { readonly createdBefore: string; readonly keep: number },
  ): Promise<void> {
    const newestFirst = this.overlay
      .rows<WebhookDeliveryState>('webhookDeliveries')
      .filter(({ state }) => state.webhookId === webhookId)
      .sort((a, b) => (a.state.id < b.state.id ? 1 : -1));
    for (const [index, { version, state }] of newestFirst.entries())
      if (index >= keep || Date.parse(state.createdAt) < Date.parse(createdBefore))
        this.overlay.write('webhookDeliveries', version, state.id, undefined);
  }
}
