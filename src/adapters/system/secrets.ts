import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { SESSION_PREFIX } from '../../domain/sessions/api-token.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import type { TokenSecrets } from '../../ports/sessions.ts';

const PREFIX = 'qr_';
const LINK_PREFIX = 'ql_';
const TOKEN_BYTES = 24;
const MAC_BYTES = 16;

/** Generates secrets of 192 random bits with a prefix that secret scanners can detect. */
export const tokenSecrets: TokenSecrets = {
  issue: () => issueSecret(PREFIX),
  issueSession: () => issueSecret(SESSION_PREFIX),
  issueLink: () => issueSecret(LINK_PREFIX),
  hash: (secret) => hash('sha256', secret),
};

function issueSecret(prefix: string): { readonly secret: string; readonly hash: string } {
  const secret = prefix + randomBytes(TOKEN_BYTES).toString('base64url');
  return { secret, hash: hash('sha256', secret) };
}

/** Signs texts with HMAC-SHA-256 under a key of this instance. */
export class HmacTextSigner implements TextSigner {
  constructor(private readonly key: string) {}

  sign(text: string, purpose: string): string {
    return Buffer.concat([this.#mac(text, purpose), Buffer.from(text)]).toString('base64url');
  }

  verify(sealed: string, purpose: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < MAC_BYTES || bytes.toString('base64url') !== sealed) return undefined;
    const text = bytes.subarray(MAC_BYTES).toString();
    return timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.#mac(text, purpose)) ? text : undefined;
  }

  #mac(text: string, purpose: string): Buffer {
    return createHmac('sha256', this.key).update(`${purpose.length}:${purpose}${text}`).digest().subarray(0, MAC_BYTES);
  }
}
