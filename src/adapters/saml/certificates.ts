import { X509Certificate } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;
const MIN_KEY_BITS = 1024;

/**
 * Parses the certificates in a text, which is either a sequence of PEM blocks or one certificate in base64, and returns
 * each as PEM.
 *
 * @throws Error with the problem, phrased to follow a field name
 */
export function parseCertificates(text: string): string[] {
  const blocks = [...text.matchAll(PEM)].map(([, base64]) => base64!);
  if (blocks.length > 0 && text.replace(PEM, '').trim() !== '') throw new Error('must contain only certificates');
  return (blocks.length > 0 ? blocks : [text]).map((base64) => {
    const bare = base64.replace(/\s+/g, '');
    if (bare === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) throw new Error(NO_CERTIFICATE);
    const certificate = parseCertificate(bare);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    if (asymmetricKeyType !== 'rsa') throw new Error('must contain an RSA key; other key types are not supported');
    if ((asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
      throw new Error(`must contain a key of at least ${MIN_KEY_BITS} bits`);
    return certificate.toString();
  });
}

const NO_CERTIFICATE = 'must be an X.509 certificate, as PEM or as bare base64';

function parseCertificate(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new Error(NO_CERTIFICATE);
  }
}
