import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../ports/kernel/mailer.ts';

/** How long a server may take for each step, in milliseconds. */
const TIMEOUT_MS = 15_000;

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with the name and password if the server asks for them. */
  readonly url: string;
  /** Whom mail comes from: `docs@example.org` or `Docs <docs@example.org>`. */
  readonly from: string;
}

/** Mail over SMTP, one connection for each: there is little of it. */
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

/** Where no server is configured nothing can be sent, and whoever asks is told so. */
export const disabledMailer: Mailer = {
  configured: false,
  async send() {
    throw new Error('mail cannot be sent because SMTP_URL is not set');
  },
};
