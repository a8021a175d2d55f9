import { expect } from 'chai';
import { AesSecretBox } from '../../../../src/adapters/system/aes-secret-box.ts';

describe('AesSecretBox', () => {
  const box = new AesSecretBox('a secret key of the instance, long');
  const secret = 'https://ann:s3cret-ü@git.example/docs.git';

  it('opens a box for the same purpose only', () => {
    const closed = box.seal(secret, 'import of space a');
    expect(box.open(closed, 'import of space a')).to.equal(secret);
    expect(box.open(closed, 'import of space b')).to.equal(undefined);
    expect(box.open(box.seal('', 'p'), 'p')).to.equal('');
  });

  it('hides the secret, and creates a different box each time', () => {
    const closed = box.seal(secret, 'p');
    expect(Buffer.from(closed, 'base64url').toString('latin1')).to.not.include('s3cret');
    expect(box.seal(secret, 'p')).to.not.equal(closed);
  });

  it('derives a secret for a purpose, the same each time, from the secret key alone', () => {
    const derived = box.derive('key 1 of site a');
    expect(Buffer.from(derived, 'base64url')).to.have.lengthOf(32);
    expect(new AesSecretBox('a secret key of the instance, long').derive('key 1 of site a')).to.equal(derived);
    expect(
      new Set([
        derived,
        box.derive('key 2 of site a'),
        new AesSecretBox('another secret key of the instance').derive('key 1 of site a'),
      ]).size,
    ).to.equal(3);
  });

  it('opens no box that was altered, truncated, extended, or sealed with another key', () => {
    const closed = box.seal(secret, 'p');
    const bytes = Buffer.from(closed, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      expect(box.open(altered.toString('base64url'), 'p'), `byte ${at}`).to.equal(undefined);
    }
    for (const wrong of ['', 'AQ', closed.slice(0, -2), `${closed}AA`, `${closed}=`, `${closed} `, '!'])
      expect(box.open(wrong, 'p'), wrong).to.equal(undefined);
    expect(new AesSecretBox('another secret key of the instance').open(closed, 'p')).to.equal(undefined);
  });
});
