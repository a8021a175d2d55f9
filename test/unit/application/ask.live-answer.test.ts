import { expect } from 'chai';
import { AnswerDesk, MAX_QUESTIONS_PER_CALLER, TooManyQuestions } from '../../../src/application/ask/answer-desk.ts';
import { LiveAnswer } from '../../../src/application/ask/live-answer.ts';
import type { AnswerEngine } from '../../../src/ports/ask.ts';

const ENGINE: AnswerEngine = {
  async *answer() {
    yield 'An answer.';
  },
};

describe('LiveAnswer.open', () => {
  const desk = new AnswerDesk(ENGINE, { concurrency: 10, contextLength: 1_000, timeoutMs: 1_000 });
  const answer = new LiveAnswer({
    desk,
    engine: ENGINE,
    caller: 'ann',
    question: { question: 'Why?' },
    sources: [{ page: { title: 'Page' }, text: 'Because.' } as never],
  });

  it('frees the engine when its client leaves before the first state is read', () => {
    for (let i = 0; i <= MAX_QUESTIONS_PER_CALLER; i++) {
      const client = new AbortController();
      answer.open(client.signal);
      client.abort();
    }
    expect(() => answer.open(AbortSignal.abort(new Error('gone')))).to.throw('gone');
  });

  it('frees the engine once, at the end of its states', async () => {
    const client = new AbortController();
    for await (const _ of answer.open(client.signal)) expect(client.signal.aborted).to.equal(false);
    const others = Array.from({ length: MAX_QUESTIONS_PER_CALLER }, () => desk.reserve('ann'));
    client.abort();
    expect(() => desk.reserve('ann')).to.throw(TooManyQuestions);
    others.forEach((release) => release());
  });
});
