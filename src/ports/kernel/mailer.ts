import { UnrecoverableJob } from './jobs.ts';

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
   * @throws MailRefused if the server refuses the recipient or the mail for good; Error if no server has accepted the
   * mail, or none is configured
   */
  send(mail: Mail): Promise<void>;
}

/** The mail server refuses a mail for good: to send it again would not help. */
export class MailRefused extends UnrecoverableJob {
  /** @param status status of the answer, such as `550 5.1.1` */
  constructor(readonly status: string) {
    super(`the mail server refused the mail for good (${status})`);
    this.name = 'MailRefused';
  }
}
