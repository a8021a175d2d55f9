import type { Pause, PauseReason } from '../permissions/pause.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, SpaceId, UserId } from '../kernel/id.ts';
import { rotateSecret, validSecrets, type RotatingSecret } from '../kernel/rotating-secret.ts';
import type { GitProvider } from './git-sync.ts';
import { addMilliseconds, DAY_MS, SECOND_MS } from '../kernel/time.ts';

/** Interval between checks of a branch, in seconds: minimum, maximum and default. */
export const MIN_INTERVAL_SECONDS = 60;
export const MAX_INTERVAL_SECONDS = 86_400;
export const DEFAULT_INTERVAL_SECONDS = 300;

/** Settings of a followed branch. */
export interface FollowSettings {
  /** URL without credentials. */
  readonly url: string;
  /** URL with credentials, in a secret box. */
  readonly address: string;
  readonly ref: string;
  readonly directory: string;
  readonly treeUrl: string | null;
  readonly commitUrl: string | null;
  readonly provider: GitProvider | null;
  /** URL to display instead. */
  readonly shownUrl: string | null;
  /** Interval between checks in seconds; null: the branch is checked on webhook deliveries only. */
  readonly interval: number | null;
}

/** Reason why the branch cannot be followed at present. */
export interface FollowFailure {
  readonly error: string;
  readonly since: string;
  readonly times: number;
}

/** State of a followed branch; its id is the space's. */
export interface GitFollowState extends State, FollowSettings, RotatingSecret {
  /** Id that changes with the settings: jobs ordered under earlier settings have no effect. */
  readonly generation: Id;
  /** Secret that deliveries are signed with. */
  readonly secret: string;
  /** User with whose permissions the branch is followed, who changed the settings last; origin of the credential. */
  readonly createdBy: UserId;
  readonly via: string | null;
  /** Set while the branch is not followed because that user lost the permission to follow it. */
  readonly paused: Pause | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly checkedAt: string | null;
  /** Commit of the branch at the last check. */
  readonly tip: string | null;
  readonly failure: FollowFailure | null;
}

/** Branch that a space follows automatically. */
export class GitFollow extends Aggregate<GitFollowState> {
  static readonly kind = 'followed branch';
  static restore = (state: GitFollowState) => new GitFollow(state);

  static create(
    spaceId: SpaceId,
    of: FollowSettings & {
      readonly generation: Id;
      readonly secret: string;
      readonly createdBy: UserId;
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

  /** Changes the settings; the branch is followed on the permissions of the given user from now on. Ends a pause. */
  change(
    settings: FollowSettings,
    by: { readonly generation: Id; readonly createdBy: UserId; readonly via: string | null },
    at: string,
  ): void {
    const change = { ...settings, ...by, updatedAt: at, checkedAt: null, tip: null, failure: null, paused: null };
    this.apply(change, 'git-follow.changed', { ref: settings.ref });
  }

  stop(): void {
    this.record('git-follow.stopped', { ref: this.state.ref });
  }

  /** Replaces the secret; the previous one stays valid for a day. */
  rotateSecret(secret: string, at: string): void {
    this.apply({ ...rotateSecret(this.state, secret, at), updatedAt: at }, 'git-follow.secret-rotated');
  }

  /** Returns the valid secrets in their boxes, the newest first. */
  validSecrets(now: string): readonly string[] {
    return validSecrets(this.state, now);
  }

  /** Records a successful check that found this commit. */
  recordTip(tip: string, at: string): void {
    this.applySilently({ checkedAt: at, tip, failure: null });
  }

  /** Records a failed check or import. */
  recordFailure(error: string, at: string): void {
    const { failure } = this.state;
    this.applySilently({
      checkedAt: at,
      failure: { error, since: failure?.since ?? at, times: (failure?.times ?? 0) + 1 },
    });
  }

  /**
   * Stops following until a user changes the settings again.
   * @returns the pause; undefined if it was paused already
   */
  pause(reason: PauseReason, at: string): Pause | undefined {
    if (this.state.paused !== null) return undefined;
    const paused = { reason, since: at };
    this.apply({ paused }, 'git-follow.paused', { reason, userId: this.state.createdBy });
    return paused;
  }

  /**
   * Computes the time of the next check, which is delayed with each failure, by at most a day; undefined without an
   * interval or while paused.
   */
  nextCheck(now: string): string | undefined {
    const { interval, failure, paused } = this.state;
    if (interval === null || paused !== null) return undefined;
    return addMilliseconds(now, Math.min(DAY_MS, interval * SECOND_MS * 2 ** (failure?.times ?? 0)));
  }
}

/** Purpose for which the secrets of a followed branch are sealed. */
export const followSecretPurpose = (spaceId: SpaceId, what: 'address' | 'secret'): string =>
  `git follow ${what} ${spaceId}`;
