import { Aggregate, type State } from '../kernel/aggregate.ts';
import { EVENT_TYPES } from '../kernel/event-types.ts';
import type { OrganizationId, UserId, WebhookId } from '../kernel/id.ts';
import { rotateSecret, validSecrets, type RotatingSecret } from '../kernel/rotating-secret.ts';
import { PAUSE_MESSAGES, PAUSE_REASONS, type Initiator } from '../permissions/pause.ts';
import { DAY_MS } from '../kernel/time.ts';

/** Maximum number of webhooks of one organization. */
export const MAX_WEBHOOKS = 20;
/** Maximum number of event selectors of one webhook. */
export const MAX_WEBHOOK_EVENTS = 100;
/** Time without a successful delivery after which a failed delivery disables the webhook. */
const MAX_FAILING_MS = 5 * DAY_MS;

/** Reasons for which a webhook is disabled. */
export const WEBHOOK_DISABLED_REASONS = ['requested', 'gone', 'failing', ...PAUSE_REASONS] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** Messages for the people who maintain the webhook. */
export const WEBHOOK_DISABLED_MESSAGES: Readonly<Record<WebhookDisabledReason, string>> = {
  ...PAUSE_MESSAGES,
  requested: 'an administrator disabled the webhook',
  gone: 'the endpoint answered with status 410',
  failing: 'no delivery has succeeded for five days',
};

/** Actions of the audit log, and the parts before their dots, which select a group of actions. */
const SELECTORS: ReadonlySet<string> = new Set(EVENT_TYPES.flatMap((type) => [type, type.slice(0, type.indexOf('.'))]));
/** Tells whether a text is an action of the audit log, or the part of actions before their dots. */
export const isEventSelector = (text: string): boolean => SELECTORS.has(text);

/** Settings that administrators choose. */
export interface WebhookSettings {
  readonly url: string;
  readonly description: string | null;
  /** Actions of the audit log, or the parts before their dots; empty for all. */
  readonly events: readonly string[];
}

export interface WebhookState extends State, WebhookSettings, RotatingSecret {
  readonly id: WebhookId;
  readonly organizationId: OrganizationId;
  readonly enabled: boolean;
  readonly disabledReason: WebhookDisabledReason | null;
  readonly disabledAt: string | null;
  /** Signing secret. */
  readonly secret: string;
  /** User with whose permissions events are sent, who changed the webhook last; origin of the credential. */
  readonly orderedBy: UserId;
  readonly via: string | null;
  /** Time of the first failed attempt after the last successful one. */
  readonly failingSince: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Origin of a URL for the audit log; paths and queries of webhooks often contain secrets. */
const originOf = (url: string): string => new URL(url).origin;

const orderedBy = ({ userId, via }: Initiator): Pick<WebhookState, 'orderedBy' | 'via'> => ({
  orderedBy: userId,
  via,
});

/** Endpoint of an organization to which the events of its audit log are sent. */
export class Webhook extends Aggregate<WebhookState> {
  static readonly kind = 'webhook';
  static restore = (state: WebhookState) => new Webhook(state);

  static create(
    of: WebhookSettings &
      Pick<WebhookState, 'id' | 'organizationId' | 'secret'> & { readonly by: Initiator; readonly at: string },
  ): Webhook {
    const { by, at, ...settings } = of;
    const webhook = new Webhook({
      ...settings,
      ...orderedBy(by),
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      oldSecret: null,
      oldSecretUntil: null,
      failingSince: null,
      createdAt: at,
      updatedAt: at,
    });
    webhook.record('webhook.created', { origin: originOf(of.url) });
    return webhook;
  }

  /** Changes settings, and enables or disables the webhook; events are sent on the permissions of `by` from now on. */
  change(change: Partial<WebhookSettings> & { readonly enabled?: boolean }, by: Initiator, at: string): void {
    const { enabled, ...settings } = change;
    const state = { ...settings, ...orderedBy(by), updatedAt: at };
    const origin = originOf(settings.url ?? this.state.url);
    this.apply(state, 'webhook.changed', { origin, ...(enabled !== undefined && { enabled }) });
    if (enabled === true) this.applySilently({ enabled, disabledReason: null, disabledAt: null, failingSince: null });
    if (enabled === false) this.disable('requested', at);
  }

  /** Disables the webhook until somebody enables it again. @returns whether it was enabled */
  disable(reason: WebhookDisabledReason, at: string): boolean {
    if (!this.state.enabled) return false;
    this.apply({ enabled: false, disabledReason: reason, disabledAt: at }, 'webhook.disabled', { reason });
    return true;
  }

  /** Replaces the secret; the previous one stays valid for a day. */
  rotateSecret(secret: string, at: string): void {
    this.apply({ ...rotateSecret(this.state, secret, at), updatedAt: at }, 'webhook.secret-rotated');
  }

  /** Returns the valid secrets in their boxes, the newest first. */
  validSecrets(now: string): readonly string[] {
    return validSecrets(this.state, now);
  }

  /** Records an event that is sent to this webhook alone, whatever events it selects. */
  sendTestEvent(): void {
    this.record('webhook.tested');
  }

  recordSuccess(): void {
    if (this.state.failingSince !== null) this.applySilently({ failingSince: null });
  }

  /**
   * Records a failed attempt; disables the webhook after five days without a success.
   * @returns whether this disabled the webhook
   */
  recordFailure(at: string): boolean {
    const since = this.state.failingSince ?? at;
    if (this.state.failingSince === null) this.applySilently({ failingSince: at });
    return Date.parse(at) - Date.parse(since) >= MAX_FAILING_MS && this.disable('failing', at);
  }

  delete(): void {
    this.record('webhook.deleted', { origin: originOf(this.state.url) });
  }
}

/** Purpose for which the secrets of a webhook are sealed. */
export const webhookSecretPurpose = (webhookId: WebhookId): string => `webhook secret ${webhookId}`;
