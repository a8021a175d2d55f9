import { expect } from 'chai';
import { longestFirst, takeBatch } from '../../../scripts/test-batches.ts';

describe('takeBatch', () => {
  it('takes every file once, the longest first, and long ones alone', () => {
    const seconds = { a: 0.1, b: 90, c: 45, d: 20, e: 20, f: 0.2 };
    const queue = longestFirst(['a', 'b', 'c', 'd', 'e', 'f', 'never measured'], seconds);
    const batches = [];
    while (queue.length > 0) batches.push(takeBatch(queue, 1));
    expect(batches.slice(0, 2)).to.deep.equal([['b'], ['c']]);
    expect(batches.flat()).to.deep.equal(['b', 'c', 'd', 'e', 'never measured', 'f', 'a']);
  });

  it('leaves work for the other runs towards the end, but starts no process for less than some seconds of tests', () => {
    const files = Array.from({ length: 100 }, (_, i) => `${i}`);
    const queue = longestFirst(files, Object.fromEntries(files.map((file) => [file, 2])));
    const sizes = [];
    while (queue.length > 0) sizes.push(takeBatch(queue, 2).length);
    expect(sizes[0]).to.equal(25);
    expect(sizes).to.deep.equal([...sizes].sort((a, b) => b - a));
    expect(sizes.slice(0, -1).every((size) => size >= 7)).to.equal(true);
    expect(sizes.reduce((sum, size) => sum + size)).to.equal(100);
  });
});
