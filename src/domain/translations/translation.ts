import type { JsonObject } from '../content/objects/json.ts';
import type { Initiator, Pause, PauseReason } from '../permissions/pause.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, SpaceId, UserId, TranslationId } from '../kernel/id.ts';
import type { TranslationLanguage } from './languages.ts';

/** Status of the last run; `failed` means that it ended without a result, and another one may succeed. */
export type TranslationStatus = 'pending' | 'running' | 'completed' | 'failed';

/** Amount of work of one run, or of all runs. */
export interface TranslationWork {
  /** Number of pages whose text changed. */
  readonly pages: number;
  /** Number of source words that an engine translated. */
  readonly words: number;
  /** Number of texts that an engine translated, and of those reused from the cache. */
  readonly segments: number;
  readonly reused: number;
  /** Number of characters sent to engines, as they count them. */
  readonly characters: number;
  readonly requests: number;
}
export const NO_WORK: TranslationWork = { pages: 0, words: 0, segments: 0, reused: 0, characters: 0, requests: 0 };

export interface TranslationStats {
  /** Number of completed runs. */
  readonly runs: number;
  /** Durations in seconds. */
  readonly totalDuration: number;
  readonly latestDuration: number;
  readonly total: TranslationWork;
  readonly latest: TranslationWork;
}

/** Waiting or running run. */
export interface TranslationRun {
  readonly id: Id;
  /** User with whose permissions it runs, who requested it last, and the origin of the user's credential. */
  readonly actorId: UserId;
  readonly via: string | null;
  readonly startedAt: string | null;
  /** Initiator of another run that was requested during this one. */
  readonly again: Initiator | null;
}

const newRun = (id: Id, { userId: actorId, via }: Initiator): TranslationRun => ({
  id,
  actorId,
  via,
  startedAt: null,
  again: null,
});

/** Source of the last completed run. */
export interface TranslationRunSource {
  /** Revision of the source space. */
  readonly revision: Id;
  /** Key of the translation settings: equal keys give equal translations of a text. */
  readonly manner: string;
}

export interface TranslationState extends State {
  readonly id: TranslationId;
  readonly organizationId: OrganizationId;
  /** Source space. */
  readonly spaceId: SpaceId;
  readonly sourceLanguage: TranslationLanguage;
  readonly language: TranslationLanguage;
  /** Document with instructions for engines. */
  readonly instructions: JsonObject;
  readonly status: TranslationStatus;
  /** Reason why the last run failed. */
  readonly failure: string | null;
  /** Set after a run was stopped because its initiator lost the permission, until a user requests another one. */
  readonly paused: Pause | null;
  readonly resultSpaceId: SpaceId | null;
  readonly resultRevision: Id | null;
  /** Branch of the result with the pure machine translation, without edits by people. */
  readonly machineBranch: Id | null;
  readonly run: TranslationRun | null;
  readonly translatedFrom: TranslationRunSource | null;
  readonly figures: TranslationStats;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface RunResult {
  readonly spaceId: SpaceId;
  readonly revision: Id;
  readonly machineBranch: Id;
  readonly from: TranslationRunSource;
  readonly work: TranslationWork;
}

const addWork = (a: TranslationWork, b: TranslationWork): TranslationWork =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, value + b[name as keyof TranslationWork]]),
  ) as unknown as TranslationWork;

/** Translation of a space into another language; has one run at a time. */
export class Translation extends Aggregate<TranslationState> {
  static readonly kind = 'translation';
  static restore = (state: TranslationState) => new Translation(state);

  /** Creates a translation whose first run is waiting. */
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

  /** Changes the instructions from the next run on. */
  changeInstructions(instructions: JsonObject, at: string): void {
    this.apply({ instructions, updatedAt: at }, 'translation.changed');
  }

  /**
   * Requests a run; a waiting one runs on the permissions of the last requester.
   * @returns the id of the run to enqueue; undefined if one is waiting or will follow anyway
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

  /** Starts the run, or resumes it. */
  startRun(at: string): void {
    const { run, status } = this.state;
    if (run === null || status === 'running') return;
    this.applySilently({ status: 'running', run: { ...run, startedAt: at }, updatedAt: at });
  }

  /**
   * Completes the run.
   * @param next id for a following run
   * @returns that id if another run was requested during this one
   */
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

  /**
   * Records a failed run; the work of engines counts nevertheless.
   * @returns as `completeRun`
   */
  failRun(reason: string, work: TranslationWork, next: Id, at: string): Id | undefined {
    this.apply({ status: 'failed', failure: reason, figures: this.#statsWith(work) }, 'translation.failed', { reason });
    return this.#endRun(next, at);
  }

  /**
   * Stops a run whose initiator lost the permission. The translation is paused until a user requests another run; if
   * one was requested already, that run follows.
   * @param message message for people
   * @returns as `completeRun`
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

  /** Records the deletion; the space with the result stays as an ordinary space. */
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

  /** Computes the duration in seconds, rounded up. */
  #duration(at: string): number {
    const started = this.state.run?.startedAt;
    return started == null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - Date.parse(started)) / 1000));
  }
}
