import { expect } from 'chai';
import { PacedEngine } from '../../../../src/adapters/engines/paced-engine.ts';
import {
  TranslationEngineError,
  type EngineResponse,
  type TranslationEngine,
} from '../../../../src/ports/translations/translation-engine.ts';

const order = { from: 'en', to: 'es', texts: ['a'], instructions: '', terms: [[]] } as const;
const answer: EngineResponse = { texts: ['b'], characters: 1, requests: 1 };
const signal = (): AbortSignal => new AbortController().signal;
const engineOf = (translate: TranslationEngine['translate'], concurrency = 1): TranslationEngine => ({
  name: 'test',
  maxTexts: 1,
  maxCharacters: 10,
  followsInstructions: false,
  concurrency,
  translate,
});

describe('PacedEngine', () => {
  it('limits the number of concurrent requests', async () => {
    let [running, most] = [0, 0];
    const paced = new PacedEngine(
      engineOf(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return answer;
      }, 3),
      { requestsPerMinute: undefined },
    );
    await Promise.all(Array.from({ length: 20 }, () => paced.translate(order, signal())));
    expect([most, running]).to.deep.equal([3, 0]);
  });

  it('continues with other requests after a failure', async () => {
    let first = true;
    const paced = new PacedEngine(
      engineOf(async () => {
        if (!first) return answer;
        first = false;
        throw new TranslationEngineError('no', undefined);
      }),
      { requestsPerMinute: undefined },
    );
    const all = await Promise.allSettled([1, 2, 3].map(() => paced.translate(order, signal())));
    expect(all.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('spreads requests over the minute', async () => {
    let now = 0;
    const waits: number[] = [];
    const paced = new PacedEngine(
      engineOf(async () => answer),
      { requestsPerMinute: 60, now: () => now, wait: async (ms) => void waits.push(ms) },
    );
    for (let i = 0; i < 3; i++) await paced.translate(order, signal());
    now = 10_000;
    await paced.translate(order, signal());
    expect(waits).to.deep.equal([1_000, 2_000]);
  });

  it('increases the pauses, and waits at least as long as requested', async () => {
    const waits: number[] = [];
    const said = [1_000, 30_000, 100, 100, 100];
    const paced = new PacedEngine(
      engineOf(async () => {
        throw new TranslationEngineError('busy', { afterMs: said.shift() ?? 0 });
      }),
      { requestsPerMinute: undefined, wait: async (ms) => void waits.push(ms) },
    );
    expect(await paced.translate(order, signal()).catch(({ message }) => message)).to.equal('busy');
    expect(waits).to.deep.equal([1_000, 30_000, 2_000, 4_000, 8_000]);
  });

  it('stops waiting when the work is aborted', async () => {
    const stop = new AbortController();
    const paced = new PacedEngine(
      engineOf(async () => {
        queueMicrotask(() => stop.abort(new Error('given up')));
        throw new TranslationEngineError('busy', { afterMs: 60_000 });
      }),
      { requestsPerMinute: undefined },
    );
    expect(await paced.translate(order, stop.signal).catch(({ message }) => message)).to.equal('given up');
  });
});
