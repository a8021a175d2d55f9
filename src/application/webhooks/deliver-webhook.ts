import { toPrintableText } from '../../domain/openapi-specs/document.ts';
import { Conflict, DomainError } from '../../domain/kernel/errors.ts';
import type { PauseReason } from '../../domain/permissions/pause.ts';
import { parseRetryAfter } from '../../domain/webhooks/retry-schedule.ts';
import {
  isAccepted,
  KEPT_RESPONSE_BYTES,
  type AttemptResult,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from '../../domain/webhooks/webhook-delivery.ts';
import { webhookSecretPurpose, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { job, type JobContext } from '../kernel/job.ts';
import type { PayloadOf } from '../kernel/job-type.ts';
import { InitiatorRightsLost, requireInitiatorRights } from '../permissions/initiator-rights.ts';
import { notifyAdministrators } from '../permissions/paused-work.ts';
import { JOB_TYPES } from '../system/job-types.ts';
import { webhookBody } from './webhook-message.ts';

type Payload = PayloadOf<typeof JOB_TYPES.deliverWebhook>;
type Context = JobContext<'web' | 'secretBox' | 'webhookSigner' | 'clock' | 'mailer' | 'publicUrl'>;

/** Time limit of one attempt in milliseconds, with the beginning of its answer. */
const ATTEMPT_TIMEOUT_MS = 10_000;
const GONE = 410;
const MAX_ERROR_LENGTH = 500;

/** Request for the next attempt of a delivery: at a time, or at once. */
export const attemptRequest = (
  { id, organizationId, attempts }: WebhookDeliveryState,
  notBefore?: string,
): JobRequest =>
  JOB_TYPES.deliverWebhook.request(
    { organizationId, deliveryId: id, attempts },
    notBefore === undefined ? {} : { notBefore },
  );

/**
 * Makes one attempt of a delivery and schedules the next one if it fails.
 *
 * Attempts may be repeated after a crash; receivers recognize the delivery by its id. The webhook is disabled when the
 * endpoint is gone or has failed for days, or when its initiator has lost the permission.
 */
export const deliverWebhookJob = job(JOB_TYPES.deliverWebhook)({
  needs: ['web', 'secretBox', 'webhookSigner', 'clock', 'mailer', 'publicUrl'],
  async abandon({ work }, { organizationId, deliveryId, attempts }, why) {
    const delivery = await work.webhookDeliveries.find({ id: deliveryId, organizationId });
    if (delivery?.awaitsAttempt(attempts) !== true) return;
    delivery.giveUp(`the delivery has ended because ${why}`);
    await work.webhookDeliveries.save(delivery);
  },
  async reopen({ work, now }, { organizationId, deliveryId }) {
    const delivery = await work.webhookDeliveries.find({ id: deliveryId, organizationId });
    const { webhookId, status } = delivery?.snapshot() ?? {};
    const webhook = webhookId && (await work.webhooks.find({ id: webhookId, organizationId }));
    if (delivery === undefined || status === 'delivered' || !webhook || !webhook.snapshot().enabled)
      throw new Conflict('the event was delivered after the job had failed, or its webhook is disabled or was deleted');
    delivery.replay(now);
    await work.webhookDeliveries.save(delivery);
    return { organizationId, deliveryId, attempts: delivery.snapshot().attempts };
  },
  async run(context, payload) {
    const { read, now } = context;
    const { organizationId, deliveryId: id, attempts } = payload;
    const delivery = await read.webhookDeliveries.find({ id, organizationId });
    if (delivery?.awaitsAttempt(attempts) !== true) return;
    const webhook = await read.webhooks.find({ id: delivery.snapshot().webhookId, organizationId });
    if (webhook === undefined || !webhook.snapshot().enabled)
      return settle(context, payload, async (found) => found.giveUp('the webhook is disabled or was deleted'));
    const entry = await read.audit.find(organizationId, delivery.snapshot().eventId);
    if (entry === undefined) return settle(context, payload, async (found) => found.giveUp('the event does not exist'));
    try {
      await requireRights(context, webhook);
    } catch (error) {
      if (!(error instanceof InitiatorRightsLost)) throw error;
      return settle(context, payload, (found, work) => stopSending(context, found, work, error.reason));
    }

    const body = webhookBody(organizationId, entry, context.publicUrl);
    const result = await send(context, webhook, { id, body, timestamp: Math.floor(Date.parse(now) / 1000) });
    await settle(context, payload, (found, work) => recordAttempt(context, found, work, result));
  },
});

/** Checks the permissions of the user who changed the webhook last. */
async function requireRights({ read }: Pick<JobContext, 'read'>, webhook: Webhook): Promise<void> {
  const { organizationId, orderedBy: userId, via } = webhook.snapshot();
  await requireInitiatorRights(read, { userId, via }, JOB_TYPES.deliverWebhook.permission, { organizationId });
}

/** Changes the delivery in a unit of work, unless its attempt was recorded already. */
function settle(
  { transact }: Pick<JobContext, 'transact'>,
  { organizationId, deliveryId, attempts }: Payload,
  change: (delivery: WebhookDelivery, work: Work) => Promise<void>,
): Promise<void> {
  return transact({ organizationId, spaceId: null }, async (work) => {
    const delivery = await work.webhookDeliveries.find({ id: deliveryId, organizationId });
    if (delivery?.awaitsAttempt(attempts) !== true) return;
    await change(delivery, work);
    await work.webhookDeliveries.save(delivery);
  });
}

async function stopSending(
  context: Context,
  delivery: WebhookDelivery,
  work: Work,
  reason: PauseReason,
): Promise<void> {
  delivery.giveUp('the user who configured the webhook no longer has the required permission');
  const { organizationId, webhookId } = delivery.snapshot();
  const since = context.clock.now();
  const webhook = await work.webhooks.find({ id: webhookId, organizationId });
  if (webhook?.disable(reason, since) !== true) return;
  await work.webhooks.save(webhook);
  await notifyAdministrators(context, work, {
    reason,
    since,
    organizationId,
    userId: webhook.snapshot().orderedBy,
    subject: `sending events to the webhook ${webhookId}`,
    path: `/v1/orgs/${organizationId}/webhooks/${webhookId}`,
  });
}

async function recordAttempt(
  { clock }: Context,
  delivery: WebhookDelivery,
  work: Work,
  result: AttemptResult,
): Promise<void> {
  const now = clock.now();
  const { organizationId, webhookId } = delivery.snapshot();
  const next = delivery.recordAttempt(result, now);
  const webhook = await work.webhooks.find({ id: webhookId, organizationId });
  if (webhook !== undefined) {
    if (isAccepted(result)) webhook.recordSuccess();
    else if (result.status === GONE) webhook.disable('gone', now);
    else webhook.recordFailure(now);
    await work.webhooks.save(webhook);
  }
  if (next === undefined) return;
  if (webhook?.snapshot().enabled === true) await work.jobs.enqueue(attemptRequest(delivery.snapshot(), next));
  else delivery.giveUp('the webhook was disabled');
}

/** Sends a message. @throws the error of a shutdown, after which the attempt is made again */
async function send(
  { web, secretBox, webhookSigner, clock, signal }: Context,
  webhook: Webhook,
  message: { readonly id: string; readonly body: string; readonly timestamp: number },
): Promise<AttemptResult> {
  const { id, url } = webhook.snapshot();
  const secrets = webhook
    .validSecrets(clock.now())
    .flatMap((box) => secretBox.open(box, webhookSecretPurpose(id)) ?? []);
  if (secrets.length === 0) return failure('the signing secret is unreadable; rotate it');
  try {
    const headers = { ...webhookSigner.headers(message, secrets) };
    return await post({ web, signal }, { url, headers, body: message.body }, clock.now());
  } catch (error) {
    if (signal.aborted || !(error instanceof DomainError)) throw error;
    return failure(error.message);
  }
}

const failure = (error: string): AttemptResult => ({
  status: null,
  body: null,
  error: toPrintableText(error).slice(0, MAX_ERROR_LENGTH),
  retryAfterMs: null,
});

/** Sends a request, and reads the beginning of its answer. @param now ISO 8601 */
async function post(
  { web, signal }: Pick<Context, 'web' | 'signal'>,
  { url, ...request }: { readonly url: string; readonly headers: Record<string, string>; readonly body: string },
  now: string,
): Promise<AttemptResult> {
  const response = await web.open(url, {
    ...request,
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/json' },
    maxBytes: Number.MAX_SAFE_INTEGER,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
    maxRedirects: 0,
    signal,
  });
  return {
    status: response.status,
    body: await beginningOf(response),
    error: null,
    retryAfterMs: parseRetryAfter(response.headers['retry-after'], now),
  };
}

/** Reads the beginning of an answer and discards the rest; an answer that breaks off is as long as it got. */
async function beginningOf({
  body,
  close,
}: {
  readonly body: AsyncIterable<Uint8Array>;
  close(): void;
}): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= KEPT_RESPONSE_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  } finally {
    close();
  }
  return toPrintableText(Buffer.concat(chunks).subarray(0, KEPT_RESPONSE_BYTES).toString('utf8'));
}
