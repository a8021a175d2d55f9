import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../ports/kernel/mailer.ts';

/** Timeout of each protocol step, in milliseconds. */
const TIMEOUT_MS = 15_000;

export interface SmtpOptions {
  /** `smtp://` or `smtps://` URL, with user name and password if the server requires them. */
  readonly url: string;
  /** Sender: `docs@example.org` or `Docs <docs@example.org>`. */
  readonly from: string;
}

/** Sends mail over SMTP with one connection per message, because there is little mail. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    configured: true,
    async send({ to, subject, text, id }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}

/** Mailer for instances without an SMTP server; sending fails. */
export const disabledMailer: Mailer = {
  configured: false,
  async send() {
    throw new Error('mail cannot be sent because SMTP_URL is not set');
  },
};
