import { Conflict } from '../../domain/kernel/errors.ts';
import type { WebhookId } from '../../domain/kernel/id.ts';
import {
  MAX_WEBHOOKS,
  Webhook,
  webhookSecretPurpose,
  type WebhookSettings,
  type WebhookState,
} from '../../domain/webhooks/webhook.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { inOrganization, type InOrganization } from '../kernel/scope.ts';
import { requirePublicUrl } from '../kernel/require-public-url.ts';
import { command, query } from '../kernel/use-case.ts';
import { initiatorOf } from '../permissions/initiator-rights.ts';
import { schedulePurge } from './purge-deliveries.ts';

interface OfWebhook extends InOrganization {
  readonly webhookId: WebhookId;
}

/** View of a webhook; contains the secret only when it is new. */
export interface WebhookView {
  readonly webhook: WebhookState;
  readonly secret?: string;
}

/** Settings of a webhook as a caller sends them. */
export interface WebhookInput {
  readonly url: string;
  readonly description?: string | undefined;
  readonly events?: readonly string[] | undefined;
}

/** Lists the webhooks of an organization. */
export const listWebhooks = query<InOrganization & { page: PageRequest }>()({
  name: 'listWebhooks',
  requires: 'webhooks:manage',
  scope: inOrganization,
  async run({ read, scope: { organizationId } }, { page }) {
    const { items, ...rest } = await read.webhooks.list({ organizationId }, page);
    return { items: items.map((webhook): WebhookView => ({ webhook: webhook.snapshot() })), ...rest };
  },
});

/**
 * Creates a webhook: events of the audit log are sent to its URL from now on, unless it is created disabled.
 *
 * The response contains the signing secret, which no other response shows. Events are sent with the permissions of the
 * caller: when the caller loses them, the webhook is disabled. Fails with `Conflict` when the organization has as many
 * webhooks as it may have, and with `Invalid` for a URL in a private network.
 */
export const createWebhook = command<InOrganization & { body: WebhookInput & { readonly enabled?: boolean } }>()({
  name: 'createWebhook',
  requires: 'webhooks:manage',
  scope: inOrganization,
  needs: ['ids', 'secretBox', 'webhookSigner', 'web'],
  prepare: (context, { body }) => requirePublicUrl(context, body.url),
  async run({ work, ids, now, scope, secretBox, webhookSigner }, { body }): Promise<WebhookView> {
    const { organizationId, caller } = scope;
    await work.lock('organizations', organizationId);
    if ((await work.webhooks.count({ organizationId })) >= MAX_WEBHOOKS)
      throw new Conflict(`an organization can have at most ${MAX_WEBHOOKS} webhooks; delete one first`);
    const id = ids.next();
    const secret = webhookSigner.newSecret();
    const { url, description = null, events = [], enabled = true } = body;
    const webhook = Webhook.create({
      id,
      organizationId,
      url,
      description,
      events,
      secret: secretBox.seal(secret, webhookSecretPurpose(id)),
      by: initiatorOf(caller),
      at: now,
    });
    if (!enabled) webhook.disable('requested', now);
    await work.webhooks.save(webhook);
    await work.jobs.enqueue(schedulePurge(organizationId, id, now));
    return { webhook: webhook.snapshot(), secret };
  },
});

/** Gets a webhook. */
export const getWebhook = query<OfWebhook>()({
  name: 'getWebhook',
  requires: 'webhooks:manage',
  scope: inOrganization,
  run: async ({ read, scope: { organizationId } }, { webhookId }): Promise<WebhookView> => ({
    webhook: (await read.webhooks.get({ id: webhookId, organizationId })).snapshot(),
  }),
});

/**
 * Updates the settings of a webhook, and disables or enables it. Events are sent with the permissions of the caller from
 * then on. Pending deliveries go to the new URL; those of a disabled webhook fail.
 */
export const updateWebhook = command<
  OfWebhook & {
    body: Partial<Omit<WebhookInput, 'description'>> & { description?: string | null; enabled?: boolean };
  }
>()({
  name: 'updateWebhook',
  requires: 'webhooks:manage',
  scope: inOrganization,
  needs: ['web'],
  prepare: (context, { body }) => requirePublicUrl(context, body.url),
  async run({ work, now, scope: { organizationId, caller } }, { webhookId, body }): Promise<WebhookView> {
    const webhook = await work.webhooks.get({ id: webhookId, organizationId });
    const { url, description, events, enabled } = body;
    const settings: Partial<WebhookSettings> = {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { events }),
    };
    webhook.change({ ...settings, ...(enabled !== undefined && { enabled }) }, initiatorOf(caller), now);
    await work.webhooks.save(webhook);
    return { webhook: webhook.snapshot() };
  },
});

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = command<OfWebhook>()({
  name: 'deleteWebhook',
  requires: 'webhooks:manage',
  scope: inOrganization,
  async run({ work, now, scope: { organizationId } }, { webhookId }): Promise<boolean> {
    const webhook = await work.webhooks.find({ id: webhookId, organizationId });
    if (webhook === undefined) return false;
    webhook.delete();
    await work.webhooks.delete(webhook);
    await work.deliveryPurger.purge(webhookId, { createdBefore: now, keep: 0 });
    return true;
  },
});

/**
 * Creates a new signing secret for a webhook, which only this response shows. For a day deliveries are signed with the
 * previous secret too.
 */
export const rotateWebhookSecret = command<OfWebhook>()({
  name: 'rotateWebhookSecret',
  requires: 'webhooks:manage',
  scope: inOrganization,
  needs: ['secretBox', 'webhookSigner'],
  async run({ work, now, scope, secretBox, webhookSigner }, { webhookId }): Promise<WebhookView> {
    const webhook = await work.webhooks.get({ id: webhookId, organizationId: scope.organizationId });
    const secret = webhookSigner.newSecret();
    webhook.rotateSecret(secretBox.seal(secret, webhookSecretPurpose(webhookId)), now);
    await work.webhooks.save(webhook);
    return { webhook: webhook.snapshot(), secret };
  },
});

/**
 * Sends an event with the action `webhook.tested` to a webhook, whatever events it selects, and to no other one. The list
 * of deliveries shows the result. Fails with `Conflict` when the webhook is disabled.
 */
export const testWebhook = command<OfWebhook>()({
  name: 'testWebhook',
  requires: 'webhooks:manage',
  scope: inOrganization,
  async run({ work, scope: { organizationId } }, { webhookId }): Promise<void> {
    const webhook = await work.webhooks.get({ id: webhookId, organizationId });
    if (!webhook.snapshot().enabled) throw new Conflict('the webhook is disabled; enable it first');
    webhook.sendTestEvent();
    await work.webhooks.save(webhook);
  },
});
