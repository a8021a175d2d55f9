import { expect } from 'chai';
import { createCoalescingLoader } from '../../../../src/adapters/persistence/mikro-orm/kernel/coalescing-loader.ts';

describe('createCoalescingLoader', () => {
  it('starts a lookup at once when it is alone, and lookups together while another is under way', async () => {
    const lookups: number[][] = [];
    const answers: (() => void)[] = [];
    const loader = createCoalescingLoader<number, number>((keys) => {
      lookups.push([...keys]);
      return new Promise((resolve) => answers.push(() => resolve(keys.map((key) => key * 10))));
    }, 3);
    const loads = [loader.load(1)];
    await Promise.resolve();
    expect(lookups).to.deep.equal([[1]]);
    for (const key of [2, 3, 4, 5]) loads.push(loader.load(key));
    answers[0]!();
    expect(await loads[0]).to.equal(10);
    await new Promise(setImmediate);
    expect(lookups).to.deep.equal([[1], [2, 3, 4]]);
    answers[1]!();
    await Promise.all(loads.slice(1, 4));
    await new Promise(setImmediate);
    expect(lookups).to.deep.equal([[1], [2, 3, 4], [5]]);
    answers[2]!();
    expect(await Promise.all(loads)).to.deep.equal([10, 20, 30, 40, 50]);
  });

  it('fails the lookups of a failed statement, and continues', async () => {
    let broken = true;
    const loader = createCoalescingLoader<number, number>(async (keys) => {
      if (broken) throw new Error('gone');
      return keys;
    });
    const failed = await Promise.allSettled([loader.load(1), loader.load(2), loader.load(3)]);
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected']);
    broken = false;
    expect(await loader.load(4)).to.equal(4);
  });

  it('gives undefined for a key without a value', async () => {
    const loader = createCoalescingLoader<number, number | undefined>(async (keys) => keys.map(() => undefined));
    expect(await Promise.all([loader.load(1), loader.load(2)])).to.deep.equal([undefined, undefined]);
  });
});
