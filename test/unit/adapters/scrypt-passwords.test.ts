import { expect } from 'chai';
import { ShareExhausted } from '../../../src/application/kernel/fair-pool.ts';
import { ScryptPasswords } from '../../../src/adapters/scrypt-passwords.ts';
import { cpuTimeOfAll, RETRIES_OF_MEASUREMENTS } from '../../support/cpu-time.ts';

const HOLDER = { organizationId: '192.0.2.1', user: 'ann@example.com' };

describe('ScryptPasswords', () => {
  const quick = new ScryptPasswords(6);

  it('verifies the password of a hash and no other', async () => {
    const hash = await quick.hash('correct horse', HOLDER);
    expect(await quick.verify('correct horse', hash, HOLDER)).to.equal(true);
    for (const other of ['', 'correct horse ', 'Correct horse'])
      expect(await quick.verify(other, hash, HOLDER), other).to.equal(false);
  });

  it('creates a different hash each time, with its parameters', async () => {
    const [one, other] = [await quick.hash('x', HOLDER), await quick.hash('x', HOLDER)];
    expect(one)
      .to.match(/^\$scrypt\$ln=6,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/)
      .and.not.equal(other);
    expect(await new ScryptPasswords(7).verify('x', one, HOLDER)).to.equal(true);
  });

  it('uses the default cost unless a test sets another one', async () => {
    expect(await new ScryptPasswords().hash('x', HOLDER)).to.match(/^\$scrypt\$ln=15,r=8,p=3\$/);
  });

  it('treats equivalent spellings of a character alike', async () =>
    expect(await quick.verify('e\u0301cole', await quick.hash('\u00e9cole', HOLDER), HOLDER)).to.equal(true));

  it('rejects any password without a hash after the same work', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    for (const none of [null, undefined, 'garbage', '$scrypt$ln=6,r=8,p=3$$'])
      expect(await quick.verify('x', none, HOLDER), String(none)).to.equal(false);
    const costly = new ScryptPasswords(12);
    const hash = await costly.hash('x', HOLDER);
    const work = (against: string | null): Promise<number> =>
      cpuTimeOfAll(async () => {
        for (let round = 0; round < 7; round++) await costly.verify('y', against, HOLDER);
      });
    expect((await work(null)) / (await work(hash))).to.be.within(0.5, 2);
  });

  it('limits concurrent hashes and completes all of them', async () => {
    const hashes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => quick.hash(String(index), { user: String(index) })),
    );
    for (const [index, hash] of hashes.entries())
      expect(await quick.verify(String(index), hash, HOLDER)).to.equal(true);
  });

  it('[A81] hashes for another network while one waits for many', async () => {
    const costly = new ScryptPasswords(12);
    let ended = 0;
    const ofOne = Array.from({ length: 20 }, (_, n) =>
      costly.hash('x', { organizationId: '192.0.2.1', user: String(n) }).finally(() => ended++),
    );
    await costly.hash('x', { organizationId: '198.51.100.7', user: 'bob@example.com' });
    expect(ended).to.be.at.most(4);
    await Promise.all(ofOne);
  });

  it('[A81] refuses a hash when too many for one account are waiting', async () => {
    const passwords = new ScryptPasswords(12);
    const all = Array.from({ length: 12 }, () => passwords.hash('x', HOLDER));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).to.deep.equal([...Array(11).fill('fulfilled'), 'rejected']);
    expect((outcomes.at(-1) as PromiseRejectedResult).reason).to.be.instanceOf(ShareExhausted);
  });
});
