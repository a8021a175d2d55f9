import { createHash } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { MailRefused, type Mailer } from '../ports/kernel/mailer.ts';

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
  let transport: Transporter | undefined;
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    configured: true,
    async send({ to, subject, text, id }) {
      const message = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      const { createTransport } = await import('nodemailer');
      transport ??= createTransport({
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail(message);
      } catch (error) {
        const status = refusalOf(error as SmtpError);
        throw status === undefined ? error : new MailRefused(status);
      }
    },
  };
}

/** Error of the SMTP library. */
interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly response?: string;
  /** Command that the server refused. */
  readonly command?: string;
}

/**
 * Returns the status with which a server refused the recipient or the text of a mail for good; undefined for other
 * failures. A refused sender or login is none: the operator can correct the settings.
 */
function refusalOf({ responseCode = 0, response = '', command = '' }: SmtpError): string | undefined {
  if (responseCode < 500 || responseCode > 599 || !/^(?:RCPT TO|DATA)/i.test(command)) return undefined;
  // The rest of the answer may contain the address.
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
}

/** Mailer for instances without an SMTP server; sending fails. */
export const disabledMailer: Mailer = {
  configured: false,
  async send() {
    throw new Error('mail cannot be sent because SMTP_URL is not set');
  },
};
