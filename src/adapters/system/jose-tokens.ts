import {
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWK,
} from 'jose';
import type { VerifiedToken, VisitorTokenVerifier, ClaimSigner } from '../../ports/sites/visitor-tokens.ts';
import type { PublicKey } from '../../domain/organizations/organization-key.ts';

type Key = Parameters<typeof jwtVerify>[1];

/**
 * Verifies visitor tokens with one algorithm per kind of key, so that a token can neither choose another algorithm nor
 * use one key as the other kind.
 */
export const joseVisitorTokens: VisitorTokenVerifier = {
  readKeyId(token) {
    try {
      const { kid }: { kid?: unknown } = decodeProtectedHeader(token);
      return typeof kid === 'string' ? kid : undefined;
    } catch {
      return undefined;
    }
  },
  verifyWithSecret: (token, secret, now) => verifyToken(token, new TextEncoder().encode(secret), 'HS256', now),
  verifyWithPublicKey: async (token, publicKey, now) =>
    verifyToken(token, await importJWK(publicKey as JWK, 'ES256'), 'ES256', now),
};

async function verifyToken(
  token: string,
  key: Key,
  algorithm: string,
  now: string,
): Promise<VerifiedToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    });
    const expiresAt = new Date(payload.exp! * 1000);
    return Number.isNaN(expiresAt.getTime()) ? undefined : { claims: payload, expiresAt: expiresAt.toISOString() };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

const ALGORITHM = 'ES256';

/**
 * Signs with ES256, which yields short tokens and is supported by every JSON Web Token library. A private key is stored
 * as its JWK in text form.
 */
export const joseClaimSigner: ClaimSigner = {
  async generateKeyPair() {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
    return {
      publicKey: { ...(await exportJWK(publicKey)), alg: ALGORITHM, use: 'sig' } as unknown as PublicKey,
      privateKey: JSON.stringify(await exportJWK(privateKey)),
    };
  },
  async sign(claims, { id, privateKey }) {
    const key = await importJWK(JSON.parse(privateKey) as JWK, ALGORITHM);
    return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: id, typ: 'JWT' }).sign(key);
  },
  signWithSecret: (claims, secret) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret)),
};
