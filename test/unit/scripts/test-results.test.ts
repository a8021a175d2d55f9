import { expect } from 'chai';
import { failedFiles, withRepeated, type Batch } from '../../../scripts/test-results.ts';

const BATCH: Batch = {
  files: ['a.test.ts', 'b.test.ts', 'c.test.ts'],
  results: {
    'a.test.ts': { seconds: 1, passed: 3, failed: 0 },
    'b.test.ts': { seconds: 2, passed: 4, failed: 1 },
    'c.test.ts': { seconds: 1, passed: 2, failed: 0 },
  },
  passing: 9,
  pending: 1,
  failing: 1,
  failure: 'b is broken',
};

describe('results of test runs', () => {
  it('name the files whose tests failed', () => {
    expect(failedFiles(BATCH)).to.deep.equal(['b.test.ts']);
    expect(failedFiles({ ...BATCH, failing: 0 })).to.deep.equal([]);
  });

  it('name all files when a failure belongs to no test, such as that of a hook', () => {
    expect(failedFiles({ ...BATCH, failing: 2 })).to.deep.equal(BATCH.files);
    expect(failedFiles({ ...BATCH, results: {} })).to.deep.equal(BATCH.files);
  });

  it('count repeated files as they ended the second time', () => {
    const results = { 'b.test.ts': { seconds: 2, passed: 5, failed: 0 } };
    const again: Batch = { files: ['b.test.ts'], results, passing: 5, pending: 1, failing: 0 };
    expect(withRepeated(BATCH, again)).to.deep.equal({
      files: BATCH.files,
      results: { ...BATCH.results, ...results },
      passing: 10,
      pending: 1,
      failing: 0,
    });
  });

  it('keep the report of what fails again', () => {
    const results = { 'b.test.ts': { seconds: 2, passed: 4, failed: 1 } };
    const again: Batch = { files: ['b.test.ts'], results, passing: 4, pending: 0, failing: 1, failure: 'still broken' };
    const { passing, failing, failure } = withRepeated(BATCH, again);
    expect({ passing, failing, failure }).to.deep.equal({ passing: 9, failing: 1, failure: 'still broken' });
  });
});
