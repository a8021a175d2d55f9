import type { OrganizationId, WebhookId } from '../../domain/kernel/id.ts';
import { MAX_DELIVERIES } from '../../domain/webhooks/webhook-delivery.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import { job } from '../kernel/job.ts';
import { JOB_TYPES } from '../system/job-types.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Schedules the next deletion of old deliveries of a webhook. */
export const schedulePurge = (organizationId: OrganizationId, webhookId: WebhookId, now: string): JobRequest =>
  JOB_TYPES.purgeWebhookDeliveries.request(
    { organizationId, webhookId },
    { key: `purge-webhook-deliveries ${webhookId}`, notBefore: new Date(Date.parse(now) + HOUR_MS).toISOString() },
  );

/** Deletes deliveries of a webhook that are too old or too many, each hour; all of them once the webhook is deleted. */
export const purgeWebhookDeliveriesJob = job(JOB_TYPES.purgeWebhookDeliveries)({
  needs: ['webhookDeliveryDays'],
  run: ({ transact, webhookDeliveryDays, now }, { organizationId, webhookId }) =>
    transact({ organizationId, spaceId: null }, async (work) => {
      const webhook = await work.webhooks.find({ id: webhookId, organizationId });
      const keep = webhook === undefined ? 0 : MAX_DELIVERIES;
      const createdBefore = new Date(Date.parse(now) - webhookDeliveryDays * DAY_MS).toISOString();
      await work.deliveryPurger.purge(webhookId, { createdBefore, keep });
      if (webhook !== undefined) await work.jobs.enqueue(schedulePurge(organizationId, webhookId, now));
    }),
});
