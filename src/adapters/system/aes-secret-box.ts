import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../ports/kernel/secret-box.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of every box; allows another algorithm later. */
const VERSION = 1;

/**
 * Encrypts with AES-256-GCM under a key derived from that of the instance; the purpose is authenticated as additional
 * data.
 */
export class AesSecretBox implements SecretBox {
  readonly #key: Buffer;

  constructor(private readonly secretKey: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', 'quire secret box', KEY_BYTES));
  }

  derive(purpose: string): string {
    return Buffer.from(hkdfSync('sha256', this.secretKey, '', `quire derived: ${purpose}`, KEY_BYTES)).toString(
      'base64url',
    );
  }

  seal(secret: string, purpose: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(purpose));
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
  }

  open(box: string, purpose: string): string | undefined {
    const bytes = Buffer.from(box, 'base64url');
    const [nonceAt, tagAt, hiddenAt] = [1, 1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES];
    if (bytes.length < hiddenAt || bytes[0] !== VERSION || bytes.toString('base64url') !== box) return undefined;
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(nonceAt, tagAt)).setAAD(
      Buffer.from(purpose),
    );
    decipher.setAuthTag(bytes.subarray(tagAt, hiddenAt));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(hiddenAt)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
