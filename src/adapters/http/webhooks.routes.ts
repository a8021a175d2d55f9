import * as z from 'zod';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
} from '../../application/webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WebhookView,
} from '../../application/webhooks/webhooks.ts';
import { DELIVERY_STATUSES, type WebhookDeliveryState } from '../../domain/webhooks/webhook-delivery.ts';
import {
  isEventSelector,
  MAX_WEBHOOK_EVENTS,
  WEBHOOK_DISABLED_MESSAGES,
  WEBHOOK_DISABLED_REASONS,
} from '../../domain/webhooks/webhook.ts';
import { instant, serviceUrl, uri } from './kernel/fields.ts';
import { created, list, noContent, ok, present, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const WebhookResource = resource(
  'Webhook',
  z.object({
    object: z.literal('webhook'),
    id: z.string(),
    url: z.string(),
    description: z.string().optional(),
    events: z
      .array(z.string())
      .meta({ description: 'Actions of the audit log, or the parts before their dots; empty for all actions.' }),
    enabled: z.boolean(),
    disabled: z
      .object({ reason: z.enum(WEBHOOK_DISABLED_REASONS), message: z.string(), since: instant })
      .optional()
      .meta({ description: 'Reason for which the webhook is disabled.' }),
    secret: z
      .string()
      .optional()
      .meta({ description: 'Signing secret, present only in the response to its creation.' }),
    oldSecretUntil: instant
      .optional()
      .meta({ description: 'Time until which deliveries are signed with the previous secret too.' }),
    failingSince: instant
      .optional()
      .meta({ description: 'Time of the first failed attempt after the last successful one.' }),
    createdBy: z
      .string()
      .meta({ description: 'User with whose permissions events are sent: the last one to change the webhook.' }),
    createdAt: instant,
    updatedAt: instant,
    urls: z.object({ location: uri }),
  }),
  ({ webhook, secret }: WebhookView, links) => ({
    object: 'webhook' as const,
    id: webhook.id,
    url: webhook.url,
    ...present({ description: webhook.description }),
    events: [...webhook.events],
    enabled: webhook.enabled,
    ...(webhook.disabledReason !== null &&
      webhook.disabledAt !== null && {
        disabled: {
          reason: webhook.disabledReason,
          message: WEBHOOK_DISABLED_MESSAGES[webhook.disabledReason],
          since: webhook.disabledAt,
        },
      }),
    ...(secret !== undefined && { secret }),
    ...present({ oldSecretUntil: webhook.oldSecretUntil, failingSince: webhook.failingSince }),
    createdBy: webhook.orderedBy,
    createdAt: webhook.createdAt,
    updatedAt: webhook.updatedAt,
    urls: { location: links.api('orgs', webhook.organizationId, 'webhooks', webhook.id) },
  }),
);

const WebhookDeliveryResource = resource(
  'WebhookDelivery',
  z.object({
    object: z.literal('webhook-delivery'),
    id: z.string().meta({ description: 'ID of the delivery, sent as `webhook-id` with each attempt.' }),
    event: z.string().meta({ description: 'ID of the event in the audit log.' }),
    action: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.number().int().meta({ description: 'Number of attempts, including those before a replay.' }),
    nextAttemptAt: instant.optional(),
    lastAttemptAt: instant.optional(),
    deliveredAt: instant.optional(),
    response: z
      .object({ status: z.number().int(), body: z.string() })
      .optional()
      .meta({ description: 'Answer to the last attempt; the first 1,024 bytes of its body.' }),
    error: z.string().optional().meta({ description: 'Reason why the last attempt had no answer.' }),
    createdAt: instant,
    urls: z.object({ location: uri }),
  }),
  (delivery: WebhookDeliveryState, links) => ({
    object: 'webhook-delivery' as const,
    id: delivery.id,
    event: delivery.eventId,
    action: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    ...present({
      nextAttemptAt: delivery.nextAttemptAt,
      lastAttemptAt: delivery.lastAttemptAt,
      deliveredAt: delivery.deliveredAt,
    }),
    ...(delivery.responseStatus !== null && {
      response: { status: delivery.responseStatus, body: delivery.responseBody ?? '' },
    }),
    ...present({ error: delivery.error }),
    createdAt: delivery.createdAt,
    urls: {
      location: links.api('orgs', delivery.organizationId, 'webhooks', delivery.webhookId, 'deliveries', delivery.id),
    },
  }),
);

const url = serviceUrl.meta({ description: 'URL to which events are sent; must not be in a private network.' });
const MAX_DESCRIPTION_LENGTH = 200;
const description = z.string().max(MAX_DESCRIPTION_LENGTH);
const events = z
  .array(z.string().refine(isEventSelector, 'must be an action of the audit log, or the part before its dot'))
  .max(MAX_WEBHOOK_EVENTS)
  .meta({ description: 'Actions of the audit log, or the parts before their dots; empty for all actions.' });

const ALL = '/v1/orgs/:organizationId/webhooks' as const;
const ONE = `${ALL}/:webhookId` as const;
const DELIVERIES = `${ONE}/deliveries` as const;

export const webhookRoutes = tagged('Webhooks', [
  route(`GET ${ALL}`, listWebhooks, {
    summary: 'List the webhooks of an organization',
    paged: true,
    returns: list(WebhookResource),
  }),
  route(`POST ${ALL}`, createWebhook, {
    summary: 'Create a webhook',
    cost: 'heavy',
    body: z.object({
      url,
      description: description.optional(),
      events: events.optional(),
      enabled: z.boolean().optional().meta({ description: 'Whether events are sent; true by default.' }),
    }),
    returns: created(WebhookResource),
  }),
  route(`GET ${ONE}`, getWebhook, {
    summary: 'Get a webhook',
    returns: ok(WebhookResource),
  }),
  route(`PATCH ${ONE}`, updateWebhook, {
    summary: 'Update a webhook',
    body: z.object({
      url: url.optional(),
      description: description.nullable().optional(),
      events: events.optional(),
      enabled: z.boolean().optional(),
    }),
    returns: ok(WebhookResource),
  }),
  route(`DELETE ${ONE}`, deleteWebhook, {
    summary: 'Delete a webhook',
    returns: removed,
  }),
  route(`POST ${ONE}/secret`, rotateWebhookSecret, {
    summary: 'Rotate the secret of a webhook',
    returns: ok(WebhookResource),
  }),
  route(`POST ${ONE}/test`, testWebhook, {
    summary: 'Send a test event to a webhook',
    cost: 'heavy',
    returns: noContent,
  }),
  route(`GET ${DELIVERIES}`, listWebhookDeliveries, {
    summary: 'List the deliveries of a webhook',
    query: { status: z.enum(DELIVERY_STATUSES).optional() },
    paged: true,
    returns: list(WebhookDeliveryResource),
  }),
  route(`GET ${DELIVERIES}/:deliveryId`, getWebhookDelivery, {
    summary: 'Get a delivery of a webhook',
    returns: ok(WebhookDeliveryResource),
  }),
  route(`POST ${DELIVERIES}/:deliveryId/replay`, replayWebhookDelivery, {
    summary: 'Replay a delivery of a webhook',
    cost: 'heavy',
    returns: ok(WebhookDeliveryResource),
  }),
]);
