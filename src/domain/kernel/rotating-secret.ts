import { addMilliseconds, DAY_MS } from './time.ts';

/** Time for which the previous secret stays valid after a rotation. */
export const OLD_SECRET_GRACE_MS = DAY_MS;

/** Secret in a secret box, and the previous one while it is valid. */
export interface RotatingSecret {
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldSecretUntil: string | null;
}

/** Replaces a secret; the previous one stays valid for a day. */
export const rotateSecret = (present: RotatingSecret, secret: string, at: string): RotatingSecret => ({
  secret,
  oldSecret: present.secret,
  oldSecretUntil: addMilliseconds(at, OLD_SECRET_GRACE_MS),
});

/** Returns the valid secrets in their boxes, the newest first. */
export function validSecrets({ secret, oldSecret, oldSecretUntil }: RotatingSecret, now: string): readonly string[] {
  const isOldSecretValid = oldSecret !== null && oldSecretUntil !== null && now < oldSecretUntil;
  return isOldSecretValid ? [secret, oldSecret] : [secret];
}
