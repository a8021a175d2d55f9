import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, WebhookDeliveryId, WebhookId } from '../kernel/id.ts';
import { retryDelay } from './retry-schedule.ts';
import { addMilliseconds } from '../kernel/time.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Number of bytes that are kept of the answer of an endpoint. */
export const KEPT_RESPONSE_BYTES = 1_024;
/** Maximum number of deliveries kept per webhook; the oldest are deleted first. */
export const MAX_DELIVERIES = 10_000;

/** Answer of an endpoint, or the reason why there was none. */
export interface AttemptResult {
  readonly status: number | null;
  readonly body: string | null;
  readonly error: string | null;
  /** Delay in milliseconds that the endpoint requested; null if none. */
  readonly retryAfterMs: number | null;
}

export interface WebhookDeliveryState extends State {
  readonly id: WebhookDeliveryId;
  readonly organizationId: OrganizationId;
  readonly webhookId: WebhookId;
  /** Event of the audit log; a webhook has one delivery per event. */
  readonly eventId: Id;
  readonly type: string;
  readonly status: DeliveryStatus;
  /** Number of attempts altogether; identifies the next attempt. */
  readonly attempts: number;
  /** Number of attempts since the event or since the last replay, which decides about retries. */
  readonly tries: number;
  /** Earliest time of the next attempt; null unless pending. */
  readonly nextAttemptAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly responseStatus: number | null;
  /** Beginning of the last answer. */
  readonly responseBody: string | null;
  /** Reason why the last attempt had no answer. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
}

/** Tells whether an answer accepts the event. */
export const isAccepted = ({ status }: Pick<AttemptResult, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

const WEBHOOK_ID_CHARACTERS = 7;
const PLACE_CHARACTERS = 12;

/**
 * Makes the id of the delivery of an event: equal for equal events, and ordered as the events are. Migration 090
 * computes it in the database likewise.
 * @param place position of the event in the log
 */
export const deliveryIdOf = (place: number, webhookId: WebhookId): WebhookDeliveryId =>
  `D${String(place).padStart(PLACE_CHARACTERS, '0')}${webhookId.slice(-WEBHOOK_ID_CHARACTERS)}`;

/** Tells whether an event is sent to a webhook. Migration 090 selects webhooks in the database likewise. */
export function isSelected(
  webhook: { readonly id: WebhookId; readonly enabled: boolean; readonly events: readonly string[] },
  event: { readonly type: string; readonly subject: Id },
): boolean {
  if (!webhook.enabled) return false;
  if (event.type === 'webhook.tested') return event.subject === webhook.id;
  const group = event.type.slice(0, event.type.indexOf('.'));
  return webhook.events.length === 0 || webhook.events.includes(event.type) || webhook.events.includes(group);
}

/** Delivery of one event to one webhook, with the result of the last attempt. */
export class WebhookDelivery extends Aggregate<WebhookDeliveryState> {
  static readonly kind = 'webhook delivery';
  static restore = (state: WebhookDeliveryState) => new WebhookDelivery(state);

  /** State of the delivery of an event before its first attempt. */
  static initialState(
    of: Pick<WebhookDeliveryState, 'id' | 'organizationId' | 'webhookId' | 'eventId' | 'type' | 'createdAt'>,
  ): WebhookDeliveryState {
    return {
      ...of,
      status: 'pending',
      attempts: 0,
      tries: 0,
      nextAttemptAt: of.createdAt,
      lastAttemptAt: null,
      responseStatus: null,
      responseBody: null,
      error: null,
      deliveredAt: null,
    };
  }

  /** Tells whether the attempt after this many others is still to be made. */
  awaitsAttempt(attempts: number): boolean {
    return this.state.status === 'pending' && this.state.attempts === attempts;
  }

  /** Records an attempt. @returns the time of the next one; undefined if none follows */
  recordAttempt(result: AttemptResult, at: string): string | undefined {
    const tries = this.state.tries + 1;
    const attempt = {
      attempts: this.state.attempts + 1,
      tries,
      lastAttemptAt: at,
      responseStatus: result.status,
      responseBody: result.body,
      error: result.error,
    };
    if (isAccepted(result)) {
      this.applySilently({ ...attempt, status: 'delivered', deliveredAt: at, nextAttemptAt: null });
      return undefined;
    }
    const delay = retryDelay(tries, `${this.id} ${attempt.attempts}`, result.retryAfterMs);
    const nextAttemptAt = delay === undefined ? null : addMilliseconds(at, delay);
    this.applySilently({ ...attempt, status: nextAttemptAt === null ? 'failed' : 'pending', nextAttemptAt });
    return nextAttemptAt ?? undefined;
  }

  /** Ends the delivery without another attempt. */
  giveUp(error: string): void {
    this.applySilently({ status: 'failed', nextAttemptAt: null, error });
  }

  /** Starts anew, with all retries. */
  replay(at: string): void {
    this.applySilently({ status: 'pending', tries: 0, nextAttemptAt: at });
  }
}
