import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { CompressedAnswers } from '../../../../src/adapters/http/kernel/compressed-answers.ts';
import { lazily } from '../../../../src/adapters/http/kernel/lazy-list.ts';

const MEGABYTE = 1024 * 1024;

describe('CompressedAnswers.get', () => {
  /** Loads a value and counts the loads. */
  const counted = (value: unknown) => {
    const load = async (): Promise<unknown> => {
      load.count += 1;
      return value;
    };
    load.count = 0;
    return load;
  };

  it('returns the JSON of a value, lazy lists included, as gzip', async () => {
    const numbers = Array.from({ length: 50_000 }, (_, i) => i);
    const value = { pages: lazily(numbers, (n) => ({ title: `Page ${n}`, pages: [] })) };
    const bytes = await new CompressedAnswers(MEGABYTE).get('"tag"', async () => value);
    expect(gunzipSync(bytes).toString()).to.equal(JSON.stringify(value));
  });

  it('loads a value once, also for concurrent requests', async () => {
    const answers = new CompressedAnswers(MEGABYTE);
    const load = counted({ a: 1 });
    const [first, second] = await Promise.all([answers.get('"tag"', load), answers.get('"tag"', load)]);
    expect(first).to.equal(second);
    expect(await answers.get('"tag"', load)).to.equal(first);
    expect(load.count).to.equal(1);
    await answers.get('"other"', load);
    expect(load.count).to.equal(2);
  });

  it('loads a value again that is larger than the cache', async () => {
    const answers = new CompressedAnswers(100);
    const load = counted({ text: 'words' });
    for (let i = 1; i <= 2; i++) {
      expect(gunzipSync(await answers.get('"tag"', load)).toString()).to.equal('{"text":"words"}');
      expect(load.count).to.equal(i);
    }
  });

  it('does not cache a failure', async () => {
    const answers = new CompressedAnswers(MEGABYTE);
    const failed = await answers.get('"tag"', () => Promise.reject(new Error('gone'))).catch(({ message }) => message);
    expect(failed).to.equal('gone');
    expect(gunzipSync(await answers.get('"tag"', async () => 1)).toString()).to.equal('1');
  });
});
