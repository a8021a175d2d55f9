import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import type { PublicKey } from '../../domain/organizations/organization-key.ts';
import type { ClaimSigner } from '../../ports/sites/claim-signer.ts';

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
};
