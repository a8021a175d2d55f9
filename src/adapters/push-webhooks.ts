import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WebhookDelivery, PushWebhooks } from '../ports/git/push-hooks.ts';

const SECRET_BYTES = 32;
const GITHUB = 'x-hub-signature-256';
const GITEA = 'x-gitea-signature';
const GITLAB = 'x-gitlab-token';

type Headers = WebhookDelivery['headers'];

/** Compares two texts in constant time. */
function equalsInConstantTime(a: string, b: string, key: string): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function isSignedWith({ headers, body }: WebhookDelivery, secret: string): boolean {
  const mac = createHmac('sha256', secret).update(body).digest('hex');
  const [github, gitea, gitlab] = [headers[GITHUB], headers[GITEA], headers[GITLAB]];
  if (github !== undefined) return equalsInConstantTime(github.toLowerCase(), `sha256=${mac}`, secret);
  if (gitea !== undefined) return equalsInConstantTime(gitea.toLowerCase(), mac, secret);
  return gitlab !== undefined && equalsInConstantTime(gitlab, secret, mac);
}

/** Reads the event from the header of GitHub, Gitea or GitLab. */
const isPush = (headers: Headers): boolean =>
  /^push( hook)?$/i.test(headers['x-github-event'] ?? headers['x-gitea-event'] ?? headers['x-gitlab-event'] ?? '');

/** Extracts the payload; form posts, the default of GitHub, carry it in a field. */
function payloadText({ headers, body }: WebhookDelivery): string {
  const text = Buffer.from(body).toString('utf8');
  return /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')
    ? (new URLSearchParams(text).get('payload') ?? '')
    : text;
}

export const pushWebhooks: PushWebhooks = {
  newSecret: () => randomBytes(SECRET_BYTES).toString('hex'),
  isSigned: (headers) => [GITHUB, GITEA, GITLAB].some((name) => headers[name] !== undefined),
  isAuthentic: (delivery, secrets) => secrets.map((secret) => isSignedWith(delivery, secret)).includes(true),
  pushedRef(delivery) {
    if (!isPush(delivery.headers)) return undefined;
    try {
      const { ref } = JSON.parse(payloadText(delivery)) as { readonly ref?: unknown };
      return typeof ref === 'string' ? ref : undefined;
    } catch {
      return undefined;
    }
  },
};
