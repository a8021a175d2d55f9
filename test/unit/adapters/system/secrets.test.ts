import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { TimeOrderedIds } from '../../../../src/adapters/system/ids-and-clock.ts';
import { loadOrCreateSecret } from '../../../../src/adapters/system/secret-file.ts';
import { HmacTextSigner, tokenSecrets } from '../../../../src/adapters/system/secrets.ts';
import { isId } from '../../../../src/domain/kernel/id.ts';
import { temporaryFolder } from '../../../support/backends.ts';
import { checkProperty } from '../../../support/properties.ts';

describe('TimeOrderedIds', () => {
  it('generates different ids of 20 letters and digits in increasing order', () => {
    const ids = new TimeOrderedIds();
    const made = Array.from({ length: 20_000 }, () => ids.next());
    expect(made.every(isId)).to.equal(true);
    expect(new Set(made)).to.have.lengthOf(made.length);
    expect([...made].sort()).to.deep.equal(made);
  });

  it('begins every id with a letter, after all ids of earlier versions, which begin with a zero', () => {
    const ids = new TimeOrderedIds();
    const made = Array.from({ length: 2_000 }, (_, i) => (i % 2 === 0 ? ids.next() : ids.random()));
    for (const id of made) expect(id).to.match(/^[A-Za-z][0-9A-Za-z]+$/);
    expect(ids.next() > `0${'z'.repeat(19)}`).to.equal(true);
    expect(new Set(made.filter((_, i) => i % 2 === 1).map(([letter]) => letter)).size).to.be.greaterThan(40);
  });

  it('generates ids that sort by time, also across processes', async () => {
    const [one, other] = [new TimeOrderedIds(), new TimeOrderedIds()];
    const before = one.next();
    const from = Date.now();
    while (Date.now() <= from + 1);
    expect(other.next() > before).to.equal(true);
  });
});

describe('tokenSecrets', () => {
  it('generates different secrets with a recognizable prefix and at least 160 random bits', () => {
    const secrets = Array.from({ length: 1_000 }, () => tokenSecrets.issue());
    for (const { secret, hash } of secrets) {
      expect(secret).to.match(/^qr_[\w-]{32}$/);
      expect(Buffer.from(secret.slice(3), 'base64url')).to.have.lengthOf(24);
      expect(hash)
        .to.equal(tokenSecrets.hash(secret))
        .and.match(/^[0-9a-f]{64}$/);
      expect(hash).not.to.include(secret);
    }
    expect(new Set(secrets.map(({ secret }) => secret))).to.have.lengthOf(1_000);
  });
});

describe('HmacTextSigner', () => {
  const sealer = new HmacTextSigner('k'.repeat(32));
  it('verifies for the same purpose and key only', () => {
    checkProperty(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (text, purpose, other) => {
          const sealed = sealer.sign(text, purpose);
          expect(sealed).to.match(/^[\w-]+$/);
          expect(sealer.verify(sealed, purpose)).to.equal(text);
          if (other !== purpose) expect(sealer.verify(sealed, other)).to.equal(undefined);
          expect(new HmacTextSigner('l'.repeat(32)).verify(sealed, purpose)).to.equal(undefined);
        },
      ),
    );
  });

  it('separates the text from the purpose', () => {
    expect(sealer.verify(sealer.sign('bc', 'a'), 'ab')).to.equal(undefined);
    expect(sealer.sign('1:a', '')).not.to.equal(sealer.sign('', '1:a'));
  });

  it('rejects altered signatures', () => {
    const sealed = sealer.sign('text', 'purpose');
    for (let i = 0; i < sealed.length; i++) {
      const changed = sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1);
      expect(sealer.verify(changed, 'purpose'), String(i)).to.equal(undefined);
    }
    for (const bad of [
      '',
      'A',
      sealed.slice(1),
      sealed.slice(0, -1),
      `${sealed}A`,
      `${sealed}=`,
      ` ${sealed}`,
      sealed.replace(/./g, '+'),
    ])
      expect(sealer.verify(bad, 'purpose'), bad).to.equal(undefined);
  });
});

describe('loadOrCreateSecret', () => {
  it('creates the secret once, readable for its owner only', () => {
    const file = join(temporaryFolder(), 'new', 'secret');
    let made = 0;
    const make = () => `secret ${++made}`;
    expect([loadOrCreateSecret(file, make), loadOrCreateSecret(file, make)]).to.deep.equal(['secret 1', 'secret 1']);
    expect(readFileSync(file, 'utf8')).to.equal('secret 1\n');
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).to.equal(0o600);
      chmodSync(file, 0o644);
      loadOrCreateSecret(file, make);
      expect(statSync(file).mode & 0o777).to.equal(0o600);
    }
    expect(readdirSync(join(file, '..'))).to.deep.equal(['secret']);
  });

  it('returns the first secret when two processes create one', () => {
    const file = join(temporaryFolder(), 'secret');
    const outer = loadOrCreateSecret(file, () => {
      expect(loadOrCreateSecret(file, () => 'inner')).to.equal('inner');
      return 'outer';
    });
    expect(outer).to.equal('inner');
  });

  it('never replaces an existing secret', () => {
    const file = join(temporaryFolder(), 'secret');
    writeFileSync(file, '\n');
    expect(() => loadOrCreateSecret(file, () => 'new')).to.throw('is empty: delete the file to generate a new secret');
    const folder = join(temporaryFolder(), 'secret');
    mkdirSync(folder);
    expect(() => loadOrCreateSecret(folder, () => 'new')).to.throw();
    expect(existsSync(folder)).to.equal(true);
  });
});
