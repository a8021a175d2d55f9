import type { JsonObject } from '../content/objects/json.ts';
import type { Initiator, Pause, PauseReason } from '../permissions/pause.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';
import type { TranslationLanguage } from './languages.ts';

/** `failed` is ours: a run ended without a result of its own; another one may do better. */
export const TRANSLATION_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type TranslationStatus = (typeof TRANSLATION_STATUSES)[number];

/** What a run did, or all of them. */
export interface TranslationWork {
  /** Pages that got another text. */
  readonly pages: number;
  /** Words of the source that an engine translated. */
  readonly words: number;
  /** Texts that an engine translated, and those that were known already. */
  readonly segments: number;
  readonly reused: number;
  /** What engines were sent, as they count it. */
  readonly characters: number;
  readonly requests: number;
}
export const NO_WORK: TranslationWork = { pages: 0, words: 0, segments: 0, reused: 0, characters: 0, requests: 0 };

export interface TranslationStats {
  /** Those that were completed. */
  readonly runs: number;
  /** In seconds. */
  readonly totalDuration: number;
  readonly latestDuration: number;
  readonly total: TranslationWork;
  readonly latest: TranslationWork;
}

/** The run that is to be made or being made. */
export interface TranslationRun {
  readonly id: Id;
  /** Person on whose rights it is made, with `via`: whoever ordered it last. */
  readonly actorId: Id;
  readonly via: string | null;
  readonly startedAt: string | null;
  /** Grounds of another run that was ordered while this one is made. */
  readonly again: Initiator | null;
}

const newRun = (id: Id, { userId: actorId, via }: Initiator): TranslationRun => ({
  id,
  actorId,
  via,
  startedAt: null,
  again: null,
});

/** What the last completed run was made from. */
export interface TranslationRunSource {
  /** A revision of the source space. */
  readonly revision: Id;
  /** Equal as long as the same text is translated the same way. */
  readonly manner: string;
}

export interface TranslationState extends State {
  readonly organizationId: Id;
  /** The source. */
  readonly spaceId: Id;
  readonly sourceLanguage: TranslationLanguage;
  readonly language: TranslationLanguage;
  /** A document that tells engines what to heed. */
  readonly instructions: JsonObject;
  readonly status: TranslationStatus;
  /** Why the last run failed. */
  readonly failure: string | null;
  /** Set after a run that was stopped because its orderer lost the right to it, until somebody orders another one. */
  readonly paused: Pause | null;
  readonly resultSpaceId: Id | null;
  readonly resultRevision: Id | null;
  /** The branch of the result that has what engines made of the source, and nothing that people did. */
  readonly machineBranch: Id | null;
  readonly run: TranslationRun | null;
  readonly translatedFrom: TranslationRunSource | null;
  readonly figures: TranslationStats;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface RunResult {
  readonly spaceId: Id;
  readonly revision: Id;
  readonly machineBranch: Id;
  readonly from: TranslationRunSource;
  readonly work: TranslationWork;
}

const addWork = (a: TranslationWork, b: TranslationWork): TranslationWork =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, value + b[name as keyof TranslationWork]]),
  ) as unknown as TranslationWork;

/** A space kept in another language. It has one run at a time. */
export class Translation extends Aggregate<TranslationState> {
  static readonly kind = 'translation';
  static restore = (state: TranslationState) => new Translation(state);

  /** Its first run waits already. */
  static create(
    of: Pick<TranslationState, 'id' | 'organizationId' | 'spaceId' | 'sourceLanguage' | 'language' | 'instructions'> & {
      readonly run: Id;
      readonly by: Initiator;
      readonly at: string;
    },
  ): Translation {
    const { run, by, at, ...rest } = of;
    const translation = new Translation({
      ...rest,
      status: 'pending',
      failure: null,
      paused: null,
      resultSpaceId: null,
      resultRevision: null,
      machineBranch: null,
      run: newRun(run, by),
      translatedFrom: null,
      figures: { runs: 0, totalDuration: 0, latestDuration: 0, total: NO_WORK, latest: NO_WORK },
      createdAt: at,
      updatedAt: at,
    });
    translation.record('translation.created', { space: of.spaceId, language: of.language });
    return translation;
  }

  /** Holds from the next run on. */
  changeInstructions(instructions: JsonObject, at: string): void {
    this.apply({ instructions, updatedAt: at }, 'translation.changed');
  }

  /**
   * Asks for a run; one that waits is made on the rights of whoever asked last.
   * @returns the id of the one that is to be ordered; undefined where one waits, or is followed by another anyway
   */
  requestRun(run: Id, by: Initiator, at: string): Id | undefined {
    const present = this.state.run;
    if (present === null) {
      this.apply({ status: 'pending', paused: null, run: newRun(run, by), updatedAt: at }, 'translation.run-asked');
      return run;
    }
    if (present.startedAt === null) this.applySilently({ run: { ...present, actorId: by.userId, via: by.via } });
    else if (present.again !== null) this.applySilently({ run: { ...present, again: by } });
    else this.apply({ run: { ...present, again: by } }, 'translation.run-asked');
    return undefined;
  }

  isCurrentRun(run: Id): boolean {
    return this.state.run?.id === run;
  }

  /** Begins the run, or goes on with it. */
  startRun(at: string): void {
    const { run, status } = this.state;
    if (run === null || status === 'running') return;
    this.applySilently({ status: 'running', run: { ...run, startedAt: at }, updatedAt: at });
  }

  /** @param next the id that another run would have @returns it, where one was asked for meanwhile */
  completeRun({ spaceId, revision, machineBranch, from, work }: RunResult, next: Id, at: string): Id | undefined {
    const { figures } = this.state;
    const duration = this.#duration(at);
    this.apply(
      {
        status: 'completed',
        failure: null,
        paused: null,
        resultSpaceId: spaceId,
        resultRevision: revision,
        machineBranch,
        translatedFrom: from,
        figures: {
          runs: figures.runs + 1,
          totalDuration: figures.totalDuration + duration,
          latestDuration: duration,
          total: addWork(figures.total, work),
          latest: work,
        },
      },
      'translation.completed',
      { space: spaceId, revision },
    );
    return this.#endRun(next, at);
  }

  /** What engines did counts all the same. @returns as `completeRun` does */
  failRun(reason: string, work: TranslationWork, next: Id, at: string): Id | undefined {
    this.apply({ status: 'failed', failure: reason, figures: this.#statsWith(work) }, 'translation.failed', { reason });
    return this.#endRun(next, at);
  }

  /**
   * Ends a run whose orderer lost the right to it. Paused until somebody orders another one; where somebody has already,
   * that one is next.
   * @param message words for people @returns as `completeRun` does
   */
  pauseRun(reason: PauseReason, message: string, work: TranslationWork, next: Id, at: string): Id | undefined {
    const { run } = this.state;
    const paused = run?.again == null ? { reason, since: at } : null;
    const change = { status: 'failed', failure: message, paused, figures: this.#statsWith(work) } as const;
    this.apply(change, 'translation.paused', { reason, userId: run?.actorId });
    return this.#endRun(next, at);
  }

  #statsWith(work: TranslationWork): TranslationStats {
    const { figures } = this.state;
    return { ...figures, total: addWork(figures.total, { ...work, pages: 0 }) };
  }

  /** The space with the result stays: it is one like any other. */
  delete(): void {
    this.record('translation.deleted', {
      space: this.state.spaceId,
      language: this.state.language,
      result: this.state.resultSpaceId,
    });
  }

  #endRun(next: Id, at: string): Id | undefined {
    const again = this.state.run?.again ?? null;
    this.applySilently({
      updatedAt: at,
      ...(again === null ? { run: null } : { status: 'pending', run: newRun(next, again) }),
    });
    return again === null ? undefined : next;
  }

  /** Begun seconds since the start. */
  #duration(at: string): number {
    const started = this.state.run?.startedAt;
    return started == null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - Date.parse(started)) / 1000));
  }
}
