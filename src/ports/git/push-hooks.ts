/** Request sent to a push webhook. */
export interface WebhookDelivery {
  /** Headers by their lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** Push webhooks of GitHub, GitLab and Gitea. */
export interface PushWebhooks {
  /** Generates a secret for signing deliveries. */
  newSecret(): string;
  /** Tells whether the delivery has a signature or a token; deliveries without one need not be read. */
  isSigned(headers: WebhookDelivery['headers']): boolean;
  /**
   * Tells whether the delivery is signed with, or contains, one of the secrets. Takes the same time for every kind of
   * mismatch.
   */
  isAuthentic(delivery: WebhookDelivery, secrets: readonly string[]): boolean;
  /** Returns the pushed branch as `refs/heads/…`; undefined for other events. */
  pushedRef(delivery: WebhookDelivery): string | undefined;
}
