/** What somebody sent who says that there was a push. */
export interface WebhookDelivery {
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** Pushes as GitHub, GitLab and Gitea tell of them. */
export interface PushWebhooks {
  /** A new secret for the other side to sign with. */
  newSecret(): string;
  /** Whether the delivery comes with a signature at all, or a token: nothing else is worth reading. */
  isSigned(headers: WebhookDelivery['headers']): boolean;
  /** Whether it was signed with one of the secrets, or brings one; takes the same time whatever is wrong with it. */
  isAuthentic(delivery: WebhookDelivery, secrets: readonly string[]): boolean;
  /** The branch that was pushed to, as `refs/heads/…`; undefined where it tells of something else. */
  pushedRef(delivery: WebhookDelivery): string | undefined;
}
