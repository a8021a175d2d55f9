import type { Hash } from '../domain/content/objects/content-object.ts';
import type { Id } from '../domain/kernel/id.ts';

/** Times for one sweep. ISO 8601. */
export interface SweepCutoffs {
  readonly now: string;
  /** Unreferenced data is deleted if it was condemned before this time. */
  readonly condemnedBefore: string;
}

/** Result of sweeping a range of objects. */
export interface ObjectSweepResult {
  /** Last hash that was examined; undefined at the end. */
  readonly last?: Hash;
  /** Number of unreferenced objects that are kept for now. */
  readonly condemned: number;
  /** Number of deleted objects. */
  readonly collected: number;
}

/** Result of sweeping blobs. */
export interface BlobSweepResult {
  readonly condemned: number;
  /** Blobs that may be deleted. */
  readonly deletable: readonly { readonly blob: string; readonly condemnedAt: string }[];
}

/**
 * One garbage collection of content objects and blobs. Marks everything that is referenced, in parts, then sweeps
 * everything that is stored, in parts. Unreferenced data is first condemned and only deleted by a later collection that
 * starts long after; storing the same data again in between cancels the condemnation. All methods throw
 * GarbageCollectionSuperseded once another collection has started.
 */
export interface GarbageCollection {
  /** Milliseconds by which the clock of this machine is ahead of that of the storage. */
  readonly clockOffsetMs: number;
  /** Marks a further part of the referenced data; false when nothing is left to mark. */
  mark(): Promise<boolean>;
  /**
   * Examines further objects in the order of their hashes and deletes those that may go.
   * @param after last hash examined before
   */
  sweepObjects(after: Hash | undefined, cutoffs: SweepCutoffs): Promise<ObjectSweepResult>;
  sweepBlobs(blobs: readonly string[], cutoffs: SweepCutoffs): Promise<BlobSweepResult>;
  /** Cancels the condemnation of blobs that are deleted or referenced again. */
  unmarkBlobs(blobs: readonly string[]): Promise<void>;
  /** Ends the collection and stores its statistics. */
  finish(stats: Omit<GarbageCollectionStats, 'finishedAt'>, now: string): Promise<void>;
}

/** Statistics of the last collection and totals of all collections. */
export interface GarbageCollectionStats {
  /** Null before the first collection has finished. */
  readonly finishedAt: string | null;
  /** Number of objects and blobs that are condemned and not deleted yet. */
  readonly condemnedObjects: number;
  readonly condemnedBlobs: number;
  /** Number of deleted objects and blobs: of one collection when passed to `finish`, of all when read. */
  readonly collectedObjects: number;
  readonly collectedBlobs: number;
}

/** Finds stored data that neither a revision nor any other record references. */
export interface GarbageCollector {
  /** Starts a collection; supersedes any other one. */
  begin(id: Id): Promise<GarbageCollection>;
  stats(): Promise<GarbageCollectionStats>;
}

/** Another collection has started, or the marks were lost in a crash: this collection must not delete anything. */
export class GarbageCollectionSuperseded extends Error {
  override get name(): string {
    return 'GarbageCollectionSuperseded';
  }
  constructor() {
    super('another garbage collection has started');
  }
}
