import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Conflict } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';

export const CHANGE_REQUEST_STATUSES = ['draft', 'open', 'archived', 'merged'] as const;
export type ChangeRequestStatus = (typeof CHANGE_REQUEST_STATUSES)[number];
/** The states that a PATCH may set; `merged` is reached by merging only and is final. */
export const SETTABLE_STATUSES = ['draft', 'open', 'archived'] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

export interface ChangeRequestState extends State {
  readonly spaceId: Id;
  readonly number: number;
  readonly status: ChangeRequestStatus;
  readonly subject: string;
  readonly createdBy: Id;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly agentTaskId: string | null;
  /** The space's revision that it was created from. */
  readonly revisionInitial: Id;
  /** The space's revision that it last took in by an update; null before the first. */
  readonly revisionMergedAncestor: Id | null;
  /** The revision that its merge made. */
  readonly revisionMerged: Id | null;
}

/** A proposed set of edits to a space's content; its branch has the change request's own id. */
export class ChangeRequest extends Aggregate<ChangeRequestState> {
  static readonly kind = 'change request';
  static restore = (state: ChangeRequestState) => new ChangeRequest(state);

  static open(of: {
    id: Id;
    spaceId: Id;
    number: number;
    subject: string;
    createdBy: Id;
    agentTaskId?: string | null;
    from: Id;
    at: string;
  }): ChangeRequest {
    const changeRequest = new ChangeRequest({
      id: of.id,
      spaceId: of.spaceId,
      number: of.number,
      status: 'open',
      subject: of.subject,
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

  /** The space's revision that its edits are based on: the base of the next three-way merge. */
  get base(): Id {
    return this.state.revisionMergedAncestor ?? this.state.revisionInitial;
  }

  /** Changes the subject, or the status among draft, open and archived. @throws Conflict when merged already. */
  change(to: { subject?: string; status?: SettableStatus }, at: string): void {
    this.#requireUnmerged();
    this.apply({ ...to, updatedAt: at }, 'change-request.changed', to);
  }

  /** Whether its content may be edited as its state stands. @throws Conflict unless it is a draft or open. */
  requireEditable(): void {
    this.#requireUnmerged();
    if (this.state.status === 'archived')
      throw new Conflict('archived change requests cannot be edited; reopen the change request first');
  }

  /** Its content was edited. @throws Conflict unless it is a draft or open. */
  recordEdit(at: string): void {
    this.requireEditable();
    this.apply({ updatedAt: at }, 'change-request.edited');
  }

  /** Whether it may take in the space's content as its state stands. @throws Conflict unless it is a draft or open. */
  requireUpdatable(): void {
    this.#requireUnmerged();
    if (this.state.status === 'archived')
      throw new Conflict('archived change requests cannot be updated; reopen the change request first');
  }

  /** Took in the space's content as of `ancestor`. @throws Conflict unless it is a draft or open. */
  recordUpdate(ancestor: Id, at: string): void {
    this.requireUpdatable();
    this.apply({ revisionMergedAncestor: ancestor, updatedAt: at }, 'change-request.updated', { ancestor });
  }

  /** Whether reviews can be given and asked for as its state stands. @throws Conflict unless it is a draft or open. */
  requireReviewable(): void {
    this.#requireUnmerged();
    if (this.state.status === 'archived')
      throw new Conflict('archived change requests cannot be reviewed; reopen the change request first');
  }

  /** Whether it may be merged as its state stands. @throws Conflict unless it is open. */
  requireMergeable(): void {
    this.#requireUnmerged();
    if (this.state.status !== 'open')
      throw new Conflict(`the change request is ${this.state.status}; only open change requests can be merged`);
  }

  /** Its edits are in the space as `revision`. @throws Conflict unless it is open. */
  recordMerge(revision: Id, at: string): void {
    this.requireMergeable();
    this.apply({ status: 'merged', revisionMerged: revision, updatedAt: at }, 'change-request.merged', { revision });
  }

  #requireUnmerged(): void {
    if (this.state.status === 'merged') throw new Conflict('the change request is already merged');
  }
}
