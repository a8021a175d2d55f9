import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Key with a self-signed certificate, as identity providers have them. */
export interface SelfSigned {
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly key: string;
  readonly certificate: string;
}

const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const time = (iso: string): Buffer => der(0x18, Buffer.from(`${iso.replace(/\D/g, '').slice(0, 14)}Z`));

const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));

/** @param kind EC keys yield certificates that are not supported */
export function selfSigned(
  name = 'Test IdP',
  { bits = 2048, kind = 'rsa' }: { bits?: number; kind?: 'rsa' | 'ec' } = {},
): SelfSigned {
  const { privateKey, publicKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = kind === 'rsa' ? SHA256_WITH_RSA : ECDSA_WITH_SHA256;
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const validity = sequence(time('2020-01-01T00:00:00'), time('2049-01-01T00:00:00'));
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(8)]);
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  const base64 = sequence(toBeSigned, algorithm, signature)
    .toString('base64')
    .replace(/.{64}(?!$)/g, '$&\n');
  return {
    privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
