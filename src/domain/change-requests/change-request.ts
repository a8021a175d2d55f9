import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { JsonObject } from '../content/objects/json.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import { Conflict } from '../kernel/errors.ts';
import type { Id, SpaceId, UserId, ChangeRequestId } from '../kernel/id.ts';

export const CHANGE_REQUEST_STATUSES = ['draft', 'open', 'archived', 'merged'] as const;
export type ChangeRequestStatus = (typeof CHANGE_REQUEST_STATUSES)[number];
/** Statuses that a PATCH may set; `merged` is reached by merging only and is final. */
export const SETTABLE_STATUSES = ['draft', 'open', 'archived'] as const;
/** Statuses that a change request can be created with. */
export const INITIAL_STATUSES = ['draft', 'open'] as const;
export type InitialStatus = (typeof INITIAL_STATUSES)[number];
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

/** Link of a change request to a page elsewhere, such as a ticket. */
export interface ChangeRequestLink {
  readonly id: Id;
  /** Web URL. */
  readonly url: string;
  readonly title?: string;
}
/** Maximum number of links of a change request. */
export const MAX_LINKS = 10;

export interface ChangeRequestState extends State {
  readonly id: ChangeRequestId;
  readonly spaceId: SpaceId;
  readonly number: number;
  readonly status: ChangeRequestStatus;
  readonly subject: string;
  /** Document of blocks; null without a description. */
  readonly description: JsonObject | null;
  readonly links: readonly ChangeRequestLink[];
  readonly createdBy: UserId;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly agentTaskId: string | null;
  /** Revision of the space from which it was created. */
  readonly revisionInitial: Id;
  /** Revision of the space that the last update merged in; null before the first. */
  readonly revisionMergedAncestor: Id | null;
  /** Revision that its merge created. */
  readonly revisionMerged: Id | null;
}

/** Changes to a change request; absent fields stay unchanged. */
export interface ChangeRequestChange {
  readonly subject?: string;
  readonly description?: JsonObject | null;
  /** All links, in their order; those that are absent are removed. */
  readonly links?: readonly ChangeRequestLink[];
  readonly status?: SettableStatus;
}

/** Proposed edits to a space's content; its branch has the change request's own id. */
export class ChangeRequest extends Aggregate<ChangeRequestState> {
  static readonly kind = 'change request';
  static restore = (state: ChangeRequestState) => new ChangeRequest(state);

  static open(of: {
    id: Id;
    spaceId: SpaceId;
    number: number;
    subject: string;
    description?: JsonObject | null;
    links?: readonly ChangeRequestLink[];
    createdBy: UserId;
    agentTaskId?: string | null;
    /** Open by default. */
    status?: InitialStatus | undefined;
    from: Id;
    at: string;
  }): ChangeRequest {
    const changeRequest = new ChangeRequest({
      id: of.id,
      spaceId: of.spaceId,
      number: of.number,
      status: of.status ?? 'open',
      subject: of.subject,
      description: of.description ?? null,
      links: of.links ?? [],
      createdBy: of.createdBy,
      createdAt: of.at,
      updatedAt: of.at,
      agentTaskId: of.agentTaskId ?? null,
      revisionInitial: of.from,
      revisionMergedAncestor: null,
      revisionMerged: null,
    });
    changeRequest.record('change-request.created', { number: of.number });
    return changeRequest;
  }

  /** Revision of the space that the edits are based on: the base of the next three-way merge. */
  get base(): Id {
    return this.state.revisionMergedAncestor ?? this.state.revisionInitial;
  }

  /**
   * Changes the subject, the description, the links, or the status among draft, open and archived; equal values are no
   * change.
   * @throws Conflict if already merged
   */
  change(to: ChangeRequestChange, at: string): void {
    this.#requireUnmerged();
    const changed = changedFields(this.state, to);
    if (Object.keys(changed).length === 0) return;
    const { description, links, ...rest } = to;
    this.apply({ ...changed, updatedAt: at }, 'change-request.changed', {
      ...rest,
      ...(description !== undefined && { hasDescription: description !== null }),
      ...(links && { links: links.length }),
    });
  }

  /**
   * Checks that the content may be edited.
   * @throws Conflict unless it is a draft or open
   */
  requireEditable(): void {
    this.#requireUnmerged();
    if (this.state.status === 'archived')
      throw new Conflict('archived change requests cannot be edited; reopen the change request first');
  }

  /**
   * Records an edit of the content.
   * @throws Conflict unless it is a draft or open
   */
  recordEdit(at: string): void {
    this.requireEditable();
    this.apply({ updatedAt: at }, 'change-request.edited');
  }

  /**
   * Checks that the space's content may be merged in.
   * @throws Conflict unless it is a draft or open
   */
  requireUpdatable(): void {
    this.#requireUnmerged();
    if (this.state.status === 'archived')
      throw new Conflict('archived change requests cannot be updated; reopen the change request first');
  }

  /**
   * Records that the space's content as of `ancestor` was merged in.
   * @throws Conflict unless it is a draft or open
   */
  recordUpdate(ancestor: Id, at: string): void {
    this.requireUpdatable();
    this.apply({ revisionMergedAncestor: ancestor, updatedAt: at }, 'change-request.updated', { ancestor });
  }

  /**
   * Checks that reviews may be submitted and requested.
   * @throws Conflict unless it is a draft or open
   */
  requireReviewable(): void {
    this.#requireUnmerged();
    if (this.state.status === 'archived')
      throw new Conflict('archived change requests cannot be reviewed; reopen the change request first');
  }

  /**
   * Checks that it may be merged.
   * @throws Conflict unless it is open
   */
  requireMergeable(): void {
    this.#requireUnmerged();
    const { status } = this.state;
    if (status !== 'open')
      throw new Conflict(
        `the change request is ${status === 'draft' ? 'a draft' : status}; only open change requests can be merged`,
      );
  }

  /**
   * Records the merge into the space as `revision`.
   * @throws Conflict unless it is open
   */
  recordMerge(revision: Id, at: string): void {
    this.requireMergeable();
    this.apply({ status: 'merged', revisionMerged: revision, updatedAt: at }, 'change-request.merged', { revision });
  }

  #requireUnmerged(): void {
    if (this.state.status === 'merged') throw new Conflict('the change request is already merged');
  }
}
