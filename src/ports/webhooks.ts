import type { WebhookId } from '../domain/kernel/id.ts';

/** Message to be signed. */
export interface WebhookMessage {
  readonly id: string;
  /** Time of the attempt in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** Signatures of messages as Standard Webhooks describes them. */
export interface WebhookSigner {
  /** Makes a secret; it begins with `whsec_`. */
  newSecret(): string;
  /** Returns the headers of a message, with a signature for each secret. */
  headers(message: WebhookMessage, secrets: readonly string[]): Readonly<Record<string, string>>;
}

/** Deletion of many deliveries of a webhook within a unit of work. */
export interface DeliveryPurger {
  /** Deletes deliveries that were created before an instant, and the oldest until at most `keep` are left. */
  purge(webhookId: WebhookId, of: { readonly createdBefore: string; readonly keep: number }): Promise<void>;
}
