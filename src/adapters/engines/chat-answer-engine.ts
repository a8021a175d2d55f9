import { createParser } from 'eventsource-parser';
import { isObject } from '../../domain/kernel/is-object.ts';
import { AnswerEngineError, type AnswerEngine, type AnswerRequest } from '../../ports/ask.ts';
import {
  engineError,
  memberOf,
  openRequest,
  parseJson,
  readText,
  type EngineAddress,
  type EngineFailures,
} from './engine-http.ts';
import { ReasoningRemover, withoutReasoning } from './reasoning.ts';

/** Event that ends a stream. */
const DONE = '[DONE]';

const FAILURES: EngineFailures = {
  settings: 'ASK',
  failed: (message, _retry, options) => new AnswerEngineError(message, options),
  rejected: (message) => new AnswerEngineError(`${message}: check ASK_URL and ASK_MODEL`),
};

/** Lists a piece of text, unless it is empty. */
const textOf = (piece: string): readonly string[] => (piece === '' ? [] : [piece]);

/** Answers with a language model behind an API that is compatible with the streamed chat API of OpenAI. */
export class ChatAnswerEngine implements AnswerEngine {
  constructor(
    private readonly address: EngineAddress,
    private readonly model: string,
    /** Receives each failure, for the log of the operator. */
    private readonly onFailure: (error: AnswerEngineError) => void,
  ) {}

  async *answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<string> {
    try {
      yield* this.#stream(request, signal);
    } catch (error) {
      if (error instanceof AnswerEngineError) this.onFailure(error);
      throw error;
    }
  }

  async *#stream({ instructions, material }: AnswerRequest, signal: AbortSignal): AsyncGenerator<string> {
    const body = {
      model: this.model,
      stream: true,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: material },
      ],
    };
    const accept = 'text/event-stream, application/json';
    const response = await openRequest(this.address, '/chat/completions', body, FAILURES, { accept, signal });
    // Some servers do not stream.
    if (response.headers['content-type']?.includes('json') === true) {
      const whole = parseJson(await readText(response, FAILURES, signal), this.address, FAILURES);
      const text = memberOf(memberOf(memberOf(memberOf(whole, 'choices'), 0), 'message'), 'content');
      if (typeof text !== 'string') throw this.#failed('answered without a text');
      yield withoutReasoning(text);
      return;
    }
    const reasoning = new ReasoningRemover();
    const events: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => void events.push(data) });
    const decoder = new TextDecoder();
    let isDone = false;
    try {
      for await (const chunk of response.body) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        for (const data of events.splice(0)) {
          if (data === DONE) {
            yield* textOf(reasoning.end());
            return;
          }
          const { text: piece, isLast } = this.#read(data);
          isDone ||= isLast;
          const text = reasoning.add(piece);
          yield* textOf(text);
        }
      }
    } catch (error) {
      throw engineError(error, FAILURES, signal);
    } finally {
      response.close();
    }
    signal.throwIfAborted();
    if (!isDone) throw this.#failed('ended its answer too early');
    yield* textOf(reasoning.end());
  }

  /** Reads an event of a stream: a piece of text, and whether it is the last. */
  #read(data: string): { readonly text: string; readonly isLast: boolean } {
    const event = parseJson(data, this.address, FAILURES);
    if (isObject(event) && event['error'] !== undefined) throw this.#failed('reported an error in its answer');
    const choice = memberOf(memberOf(event, 'choices'), 0);
    const text = memberOf(memberOf(choice, 'delta'), 'content');
    return {
      text: typeof text === 'string' ? text : '',
      isLast: typeof memberOf(choice, 'finish_reason') === 'string',
    };
  }

  #failed(what: string): AnswerEngineError {
    return new AnswerEngineError(`${new URL(this.address.url).host} ${what}`);
  }
}
