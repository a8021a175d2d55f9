import type { IdempotentAnswer, IdempotentAnswers } from '../../../../ports/kernel/idempotent-answers.ts';
import type { Overlay } from './overlay.ts';

const TABLE = 'idempotentAnswers';

/** Answers of idempotent requests in memory. */
export class MemoryIdempotentAnswers implements IdempotentAnswers {
  constructor(private readonly overlay: Overlay) {}

  async find(id: string, now: string): Promise<IdempotentAnswer | undefined> {
    const state = this.overlay.row<IdempotentAnswer>(TABLE, id)?.state;
    return state !== undefined && state.expiresAt > now ? structuredClone(state) : undefined;
  }

  async add(answer: IdempotentAnswer, now: string): Promise<void> {
    for (const { version, state } of this.overlay.rows<IdempotentAnswer>(TABLE))
      if (state.expiresAt <= now && state.id !== answer.id) this.overlay.write(TABLE, version, state.id, undefined);
    this.overlay.write(TABLE, this.overlay.row(TABLE, answer.id)?.version ?? 0, answer.id, answer);
  }
}
