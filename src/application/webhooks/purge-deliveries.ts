import type { OrganizationId, WebhookId } from '../../domain/kernel/id.ts';
import { MAX_DELIVERIES } from '../../domain/webhooks/webhook-delivery.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import { job } from '../kernel/job.ts';
import { JOB_TYPES } from '../system/job-types.ts';
import { addMilliseconds, DAY_MS, HOUR_MS } from '../../domain/kernel/time.ts';

/** Schedules the next deletion of old deliveries of a webhook. */
export const schedulePurge = (organizationId: OrganizationId, webhookId: WebhookId, now: string): JobRequest =>
  JOB_TYPES.purgeWebhookDeliveries.request(
    { organizationId, webhookId },
    { key: `purge-webhook-deliveries ${webhookId}`, notBefore: addMilliseconds(now, HOUR_MS) },
  );

/** Deletes deliveries of a webhook that are too old or too many, each hour; all of them once the webhook is deleted. */
export const purgeWebhookDeliveriesJob = job(JOB_TYPES.purgeWebhookDeliveries)({
  needs: ['webhookDeliveryDays'],
  run: ({ transact, webhookDeliveryDays, now }, { organizationId, webhookId }) =>
    transact({ organizationId, spaceId: null }, async (work) => {
      const webhook = await work.webhooks.find({ id: webhookId, organizationId });
      const keep = webhook === undefined ? 0 : MAX_DELIVERIES;
      const createdBefore = addMilliseconds(now, -webhookDeliveryDays * DAY_MS);
      await work.deliveryPurger.purge(webhookId, { createdBefore, keep });
      if (webhook !== undefined) await work.jobs.enqueue(schedulePurge(organizationId, webhookId, now));
    }),
});
