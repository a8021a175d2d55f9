import { expect } from 'chai';
import { Coalescer } from '../../../../src/adapters/persistence/mikro-orm/kernel/coalescer.ts';

describe('look-ups that share a statement', () => {
  it('start at once when alone, and together when others are under way', async () => {
    const asked: number[][] = [];
    const answers: (() => void)[] = [];
    const coalescer = new Coalescer<number, number>(
      (keys) => {
        asked.push([...keys]);
        return new Promise((resolve) => answers.push(() => resolve(keys.map((key) => key * 10))));
      },
      1,
      3,
    );
    const loads = [1, 2, 3, 4, 5].map((key) => coalescer.load(key));
    expect(asked).to.deep.equal([[1]]);
    answers[0]!();
    expect(await loads[0]).to.equal(10);
    await new Promise(setImmediate);
    expect(asked).to.deep.equal([[1], [2, 3, 4]]);
    answers[1]!();
    await Promise.all(loads.slice(1, 4));
    await new Promise(setImmediate);
    answers[2]!();
    expect(await Promise.all(loads)).to.deep.equal([10, 20, 30, 40, 50]);
  });

  it('fail together, and go on afterwards', async () => {
    let broken = true;
    const coalescer = new Coalescer<number, number>(async (keys) => {
      if (broken) throw new Error('gone');
      return keys;
    });
    const failed = await Promise.allSettled([coalescer.load(1), coalescer.load(2), coalescer.load(3)]);
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected']);
    broken = false;
    expect(await coalescer.load(4)).to.equal(4);
  });
});
