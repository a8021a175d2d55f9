import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';

/** A task as a thread receives it. */
export interface WorkerTask {
  readonly name: string;
  readonly input: unknown;
  readonly port: MessagePort;
  /** Set to 1 when the answer to a question has been sent. */
  readonly signal: Int32Array;
}

/** Messages of a thread to the thread that called it. */
export type WorkerMessage = { readonly started: true } | { readonly question: unknown };
/** Answer of the calling thread to a question. */
export type WorkerAnswer<Answer = unknown> = { readonly answer: Answer } | { readonly failure: string };
/** Outcome of a task; an error that is returned can be told apart from one of the thread itself. */
export type WorkerResult<Result> = { readonly result: Result } | { readonly failure: unknown };

/** Asks the calling thread and waits for its answer. @throws Error when there is none */
export type Ask = <Answer>(question: unknown) => Answer;

/** Makes a task that `WorkerPool` runs of a function. */
export const workerTask =
  <Input, Result>(work: (input: Input, ask: Ask) => Result | Promise<Result>) =>
  async ({ input, port, signal }: WorkerTask): Promise<WorkerResult<Result>> => {
    port.postMessage({ started: true } satisfies WorkerMessage);
    try {
      return { result: await work(input as Input, (question) => ask(port, signal, question)) };
    } catch (failure) {
      return { failure };
    } finally {
      port.close();
    }
  };

function ask<Answer>(port: MessagePort, signal: Int32Array, question: unknown): Answer {
  Atomics.store(signal, 0, 0);
  port.postMessage({ question } satisfies WorkerMessage);
  // A wake-up for the answer before may come late.
  while (Atomics.load(signal, 0) === 0) Atomics.wait(signal, 0, 0);
  const { message } = receiveMessageOnPort(port) as { message: WorkerAnswer<Answer> };
  if ('failure' in message) throw new Error(message.failure);
  return message.answer;
}
