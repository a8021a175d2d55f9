import { expect } from 'chai';
import { ScryptPasswords } from '../../../../src/adapters/sign-in/scrypt-passwords.ts';

describe('hashes of passwords', () => {
  const quick = new ScryptPasswords(6);

  it('match what they were made of and nothing else', async () => {
    const hash = await quick.hash('correct horse');
    expect(await quick.matches('correct horse', hash)).to.equal(true);
    for (const other of ['', 'correct horse ', 'Correct horse']) expect(await quick.matches(other, hash), other).to.equal(false);
  });

  it('are never the same, and say how they were made', async () => {
    const [one, other] = [await quick.hash('x'), await quick.hash('x')];
    expect(one).to.match(/^\$scrypt\$ln=6,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/).and.not.equal(other);
    expect(await new ScryptPasswords(7).matches('x', one)).to.equal(true);
  });

  it('cost what they should unless a test says otherwise', async () => {
    expect(await new ScryptPasswords().hash('x')).to.match(/^\$scrypt\$ln=15,r=8,p=3\$/);
  });

  it('take one spelling of a character for another', async () => expect(await quick.matches('e\u0301cole', await quick.hash('\u00e9cole'))).to.equal(true));

  it('match nothing where there is none, after the same work', async () => {
    for (const none of [null, undefined, 'garbage', '$scrypt$ln=6,r=8,p=3$$']) expect(await quick.matches('x', none), String(none)).to.equal(false);
    const costly = new ScryptPasswords(12);
    const hash = await costly.hash('x');
    const time = async (against: string | null): Promise<number> => {
      const times = [];
      for (let round = 0; round < 7; round++) {
        const started = performance.now();
        await costly.matches('y', against);
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[0]!;
    };
    expect((await time(null)) / (await time(hash))).to.be.within(0.5, 2);
  });

  it('are made a few at a time, and all of them', async () => {
    const hashes = await Promise.all(Array.from({ length: 12 }, (_, index) => quick.hash(String(index))));
    for (const [index, hash] of hashes.entries()) expect(await quick.matches(String(index), hash)).to.equal(true);
  });
});
