import { digestOf } from '../../../../domain/content/objects/hash.ts';

/** Digest of the secret key of an instance, by which a backup and a database tell another key. Reveals nothing of it. */
export const secretKeyDigest = (secretKey: string): string => digestOf(`quire secret key ${secretKey}`);
