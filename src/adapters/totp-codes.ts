import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OneTimeCodes } from '../ports/sessions/one-time-codes.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
const DIGITS = 6;
/** As long as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** One-time codes of RFC 6238 with SHA-1, six digits and 30 seconds, which every authenticator app supports. */
export const totpCodes: OneTimeCodes = {
  newSecret: () => base32(randomBytes(SECRET_BYTES)),
  uri(secret, { issuer, account }) {
    const query = new URLSearchParams({
      secret,
      issuer,
      algorithm: 'SHA1',
      digits: String(DIGITS),
      period: String(STEP_SECONDS),
    });
    return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`;
  },
  stepOf(secret, code, at) {
    const given = Buffer.from(code.replace(/\s/g, ''));
    if (given.length !== DIGITS) return undefined;
    const now = Math.floor(Date.parse(at) / 1000 / STEP_SECONDS);
    // Tolerates clocks that differ by one step.
    return [now, now - 1, now + 1].find((step) => timingSafeEqual(given, Buffer.from(computeCode(secret, step))));
  },
  newRecoveryCodes: () =>
    Array.from({ length: RECOVERY_CODES }, () => {
      const code = base32(randomBytes(RECOVERY_BYTES)).toLowerCase();
      return `${code.slice(0, 8)}-${code.slice(8)}`;
    }),
  hashRecoveryCode: (code) => hash('sha256', `recovery:${code.replace(/[\s-]/g, '').toLowerCase()}`),
};

/**
 * Computes the code of a time step (RFC 4226, section 5.3).
 *
 * @param digits 8 for the examples of RFC 6238
 */
export function computeCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac[mac.length - 1]! & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of text) {
    held = (held << 5) | ALPHABET.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >>> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
