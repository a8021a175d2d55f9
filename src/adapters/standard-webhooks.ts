import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookMessage, WebhookSigner } from '../ports/webhooks.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

function signatureOf({ id, timestamp, body }: WebhookMessage, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Symmetric signatures of Standard Webhooks: HMAC-SHA256, one for each valid secret. */
export const standardWebhooks: WebhookSigner = {
  newSecret: () => PREFIX + randomBytes(SECRET_BYTES).toString('base64'),
  headers: (message, secrets) => ({
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(message, secret)).join(' '),
  }),
};
