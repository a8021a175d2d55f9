import { expect } from 'chai';
import { PathAllocator } from '../../../../src/adapters/git-format/write/path-allocator.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

describe('PathAllocator.filePath', () => {
  const allocator = (): PathAllocator =>
    new PathAllocator(
      {
        has: () => false,
        hasDirectory: () => false,
        isSkipped: () => false,
        findIgnoringCase: () => undefined,
      } as never,
      { root: '', readme: 'README.md' } as never,
      (text) => text,
      new Set(),
    );

  it('numbers files whose names differ by case at most', () => {
    const paths = allocator();
    expect(['a.png', 'A.png', 'b.png', 'a.png'].map((name) => paths.filePath({ name } as never))).to.deep.equal([
      '.gitbook/assets/a.png',
      '.gitbook/assets/A (1).png',
      '.gitbook/assets/b.png',
      '.gitbook/assets/a (2).png',
    ]);
  });

  it('[A49] numbers many files of one name in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const paths = allocator();
    const took = cpuTimeOf(() => {
      for (let i = 0; i < 10_000; i++) paths.filePath({ name: i % 2 ? 'A.png' : 'a.png' } as never);
    });
    expect(took).to.be.below(500);
  });
});
