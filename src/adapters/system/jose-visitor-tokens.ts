import { decodeProtectedHeader, errors, importJWK, jwtVerify, type JWK } from 'jose';
import type { VerifiedToken, VisitorTokenVerifier } from '../../ports/sites/visitor-tokens.ts';

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
