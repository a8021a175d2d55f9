import { hash, randomBytes } from 'node:crypto';
import { generateSecret, ScureBase32Plugin, verifySync } from 'otplib';
import type { OneTimeCodes } from '../ports/sessions.ts';

const BASE32 = new ScureBase32Plugin();
const STEP_SECONDS = 30;
const DIGITS = 6;
const CODE = /^\d{6}$/;
/** As long as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** One-time codes of RFC 6238 with SHA-1, six digits and 30 seconds, which every authenticator app supports. */
export const totpCodes: OneTimeCodes = {
  newSecret: () => generateSecret({ length: SECRET_BYTES }),
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
    const token = code.replace(/\s/g, '');
    if (!CODE.test(token)) return undefined;
    const epoch = Math.floor(Date.parse(at) / 1000);
    // Tolerates clocks that differ by one step.
    const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  },
  newRecoveryCodes: () =>
    Array.from({ length: RECOVERY_CODES }, () => {
      const code = BASE32.encode(randomBytes(RECOVERY_BYTES)).toLowerCase();
      return `${code.slice(0, 8)}-${code.slice(8)}`;
    }),
  hashRecoveryCode: (code) => hash('sha256', `recovery:${code.replace(/[\s-]/g, '').toLowerCase()}`),
};
