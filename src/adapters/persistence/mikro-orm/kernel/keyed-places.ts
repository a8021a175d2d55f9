import { DatabaseUnavailable } from '../../../../ports/kernel/unit-of-work.ts';

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limit of the tasks that run at the same time under one key; further ones wait in the order of arrival. */
export class KeyedPlaces {
  readonly #queues = new Map<string, Queue>();

  constructor(
    private readonly places: number,
    private readonly waitMs: number,
  ) {}

  /** Runs a task in a place of its key. @throws DatabaseUnavailable when none becomes free in time */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < this.places) queue.running++;
    else await this.#wait(queue);
    try {
      return await task();
    } finally {
      const next = queue.waiting.shift();
      if (next !== undefined) next();
      else if (--queue.running === 0) this.#queues.delete(key);
    }
  }

  /** Waits for the place of a task that ends; the place passes from one to the other without becoming free. */
  #wait(queue: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(start), 1);
        reject(new DatabaseUnavailable(new Error('too many commands wait for one space'), 'locked'));
      }, this.waitMs);
      queue.waiting.push(start);
    });
  }
}
