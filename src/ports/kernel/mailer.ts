export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with a newline. */
  readonly text: string;
  /** Message id; the same when the mail is sent again. */
  readonly id: string;
}

/** Sends mail, if a mail server is configured. */
export interface Mailer {
  /** Tells whether mail can be sent; otherwise people pass links on themselves. */
  readonly configured: boolean;
  /**
   * Resolves once a server has accepted the mail.
   * @throws Error if no server has accepted the mail, or none is configured
   */
  send(mail: Mail): Promise<void>;
}
