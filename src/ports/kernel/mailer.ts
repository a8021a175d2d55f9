export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with \n. */
  readonly text: string;
  /** Tells copies of one mail from others: the same when it is sent again. */
  readonly id: string;
}

/** Sends mail, where mail is configured. */
export interface Mailer {
  /** Whether anything can be sent; where not, people hand links on themselves. */
  readonly configured: boolean;
  /** Resolves when a server has taken the mail. @throws when it has not, or nothing is configured */
  send(mail: Mail): Promise<void>;
}
