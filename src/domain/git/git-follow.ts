import type { Pause, PauseReason } from '../permissions/pause.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';
import type { GitProvider } from './git-sync.ts';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** In seconds: how often a branch may be looked at, and how often it is unless somebody says so. */
export const MIN_INTERVAL_SECONDS = 60;
export const MAX_INTERVAL_SECONDS = 86_400;
export const DEFAULT_INTERVAL_SECONDS = 300;
/** So long the secret before the present one is good for. */
export const OLD_SECRET_GRACE_MS = DAY_MS;

/** What is followed, and how often it is looked at. */
export interface FollowSettings {
  /** Without credentials. */
  readonly url: string;
  /** With them, in a secret box. */
  readonly address: string;
  readonly ref: string;
  readonly directory: string;
  readonly treeUrl: string | null;
  readonly commitUrl: string | null;
  readonly provider: GitProvider | null;
  /** The address to show instead. */
  readonly shownUrl: string | null;
  /** In seconds; null: only when a webhook says that there is something new. */
  readonly interval: number | null;
}

/** Why the branch cannot be followed at the moment. */
export interface FollowFailure {
  readonly error: string;
  readonly since: string;
  readonly times: number;
}

/** That a space follows a branch; its id is the space's. */
export interface GitFollowState extends State, FollowSettings {
  /** Another one with each change: what was ordered under earlier settings does nothing any more. */
  readonly generation: Id;
  /** What pushes are signed with, in a secret box; and the one before, as long as it is good. */
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldSecretUntil: string | null;
  /** Person on whose rights the branch is followed, with `via`: whoever ordered it last. */
  readonly createdBy: Id;
  readonly via: string | null;
  /** Set while the branch is not followed because that person may no longer have it followed. */
  readonly paused: Pause | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly checkedAt: string | null;
  /** The commit that the branch had when it was looked at last. */
  readonly tip: string | null;
  readonly failure: FollowFailure | null;
}

/** The branch that a space follows by itself. */
export class GitFollow extends Aggregate<GitFollowState> {
  static readonly kind = 'followed branch';
  static restore = (state: GitFollowState) => new GitFollow(state);

  static create(
    spaceId: Id,
    of: FollowSettings & {
      readonly generation: Id;
      readonly secret: string;
      readonly createdBy: Id;
      readonly via: string | null;
      readonly at: string;
    },
  ): GitFollow {
    const { at, ...settings } = of;
    const follow = new GitFollow({
      id: spaceId,
      ...settings,
      oldSecret: null,
      oldSecretUntil: null,
      createdAt: at,
      updatedAt: at,
      checkedAt: null,
      tip: null,
      failure: null,
      paused: null,
    });
    follow.record('git-follow.started', { ref: of.ref });
    return follow;
  }

  /** Follows with other settings, on the rights of whoever asks for it now; ends a pause. */
  change(
    settings: FollowSettings,
    by: { readonly generation: Id; readonly createdBy: Id; readonly via: string | null },
    at: string,
  ): void {
    const change = { ...settings, ...by, updatedAt: at, checkedAt: null, tip: null, failure: null, paused: null };
    this.apply(change, 'git-follow.changed', { ref: settings.ref });
  }

  stop(): void {
    this.record('git-follow.stopped', { ref: this.state.ref });
  }

  /** A new secret; the present one is good for a day longer. */
  rotateSecret(secret: string, at: string): void {
    const oldSecretUntil = new Date(Date.parse(at) + OLD_SECRET_GRACE_MS).toISOString();
    this.apply({ secret, oldSecret: this.state.secret, oldSecretUntil, updatedAt: at }, 'git-follow.secret-rotated');
  }

  /** In their boxes. */
  validSecrets(now: string): readonly string[] {
    const { secret, oldSecret, oldSecretUntil } = this.state;
    const isOldSecretValid = oldSecret !== null && oldSecretUntil !== null && now < oldSecretUntil;
    return isOldSecretValid ? [secret, oldSecret] : [secret];
  }

  /** The branch was looked at: it has this commit. */
  recordTip(tip: string, at: string): void {
    this.applySilently({ checkedAt: at, tip, failure: null });
  }

  /** It could not be looked at, or what it has could not be brought. */
  recordFailure(error: string, at: string): void {
    const { failure } = this.state;
    this.applySilently({
      checkedAt: at,
      failure: { error, since: failure?.since ?? at, times: (failure?.times ?? 0) + 1 },
    });
  }

  /** Stops following until somebody orders it again. @returns the pause; undefined where it was paused before */
  pause(reason: PauseReason, at: string): Pause | undefined {
    if (this.state.paused !== null) return undefined;
    const paused = { reason, since: at };
    this.apply({ paused }, 'git-follow.paused', { reason, userId: this.state.createdBy });
    return paused;
  }

  /** When to look next, later each time that it fails, at most a day; undefined without an interval or while paused. */
  nextCheck(now: string): string | undefined {
    const { interval, failure, paused } = this.state;
    if (interval === null || paused !== null) return undefined;
    return new Date(
      Date.parse(now) + Math.min(DAY_MS, interval * SECOND_MS * 2 ** (failure?.times ?? 0)),
    ).toISOString();
  }
}

/** What the secrets of a space's follow are closed in their boxes for. */
export const followSecretPurpose = (spaceId: Id, what: 'address' | 'secret'): string => `git follow ${what} ${spaceId}`;
