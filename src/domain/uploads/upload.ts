import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Conflict } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { UploadKind } from './upload-kinds.ts';

/** How long its address takes the bytes, and how long its key can be used; milliseconds from its beginning. */
export const UPLOAD_ADDRESS_MS = 60 * 60 * 1000;
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface UploadState extends State {
  readonly organizationId: Id;
  /** Who may send the bytes and use the key. */
  readonly createdBy: Id;
  readonly kind: UploadKind;
  readonly name: string;
  /** A media type, as it was announced. */
  readonly contentType: string;
  /** In bytes, as it was announced; the bytes that come must be as many. */
  readonly size: number;
  readonly createdAt: string;
  /** Hash of the bytes; null until they are here. Until the upload is gone, nothing may take them away. */
  readonly blob: string | null;
}

/** A file that is announced, then sent once, then used once by its key; gone after a day. */
export class Upload extends Aggregate<UploadState> {
  static readonly kind = 'upload';
  static restore = (state: UploadState) => new Upload(state);

  static create(of: Omit<UploadState, 'blob'>): Upload {
    const upload = new Upload({ ...of, blob: null });
    upload.record('upload.announced', { kind: of.kind, size: of.size });
    return upload;
  }

  /** The bytes are here. @throws Conflict when they were before */
  receive(blob: string): void {
    requireNotReceived(this.state);
    this.apply({ blob }, 'upload.received');
  }
}

/** @throws Conflict when the bytes were sent already */
export function requireNotReceived({ blob }: UploadState): void {
  if (blob !== null) throw new Conflict('this upload URL has already been used; request a new one');
}

/** Whether the address still takes the bytes. @param now ISO 8601 */
export const acceptsBytes = ({ createdAt }: UploadState, now: string): boolean =>
  Date.parse(now) < Date.parse(createdAt) + UPLOAD_ADDRESS_MS;
/** Whether the key can still be used. @param now ISO 8601 */
export const isUsable = ({ createdAt }: UploadState, now: string): boolean =>
  Date.parse(now) < Date.parse(createdAt) + UPLOAD_LIFETIME_MS;
