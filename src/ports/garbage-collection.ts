import type { Hash } from '../domain/content/objects/content-object.ts';
import type { Id } from '../domain/kernel/id.ts';

/** When things are judged. ISO 8601. */
export interface SweepCutoffs {
  readonly now: string;
  /** What nothing needs goes where it was condemned before this. */
  readonly condemnedBefore: string;
}

/** What became of some objects. */
export interface ObjectSweepResult {
  /** The last that was looked at; undefined when there was none left. */
  readonly last?: Hash;
  /** How many nothing needs, and stay for now. */
  readonly condemned: number;
  /** How many are gone. */
  readonly collected: number;
}

/** What became of some blobs. */
export interface BlobSweepResult {
  readonly condemned: number;
  /** Those that may go. */
  readonly deletable: readonly { readonly blob: string; readonly condemnedAt: string }[];
}

/**
 * One search for content objects and blobs that nothing needs. What is needed is marked first, all of it, a part at a time;
 * then everything that is stored is judged, a part at a time. What is not needed is condemned, and goes only in a later
 * search, begun long after: whoever makes use of it again meanwhile puts it, which pardons it.
 * All methods throw GarbageCollectionSuperseded once another search has begun.
 */
export interface GarbageCollection {
  /** Marks a further part of what is needed; false when nothing is left to mark. */
  mark(): Promise<boolean>;
  /** Judges further objects in the order of their hashes, and takes away those that may go. @param after where to go on */
  sweepObjects(after: Hash | undefined, cutoffs: SweepCutoffs): Promise<ObjectSweepResult>;
  sweepBlobs(blobs: readonly string[], cutoffs: SweepCutoffs): Promise<BlobSweepResult>;
  /** Forgets the sentence of blobs that are gone, or that are wanted again. */
  unmarkBlobs(blobs: readonly string[]): Promise<void>;
  /** The search is over. */
  finish(stats: Omit<GarbageCollectionStats, 'finishedAt'>, now: string): Promise<void>;
}

/** What the last search came to, and all of them together. */
export interface GarbageCollectionStats {
  /** Null before the first. */
  readonly finishedAt: string | null;
  /** How much waits for a later one. */
  readonly condemnedObjects: number;
  readonly condemnedBlobs: number;
  /** How much is gone: of one search where it is handed in, of all where it is read. */
  readonly collectedObjects: number;
  readonly collectedBlobs: number;
}

/** Finds what is stored and needed by nothing: neither by a revision, nor by anything else that names a blob. */
export interface GarbageCollector {
  /** Begins a search; any other one is lost. */
  begin(id: Id): Promise<GarbageCollection>;
  stats(): Promise<GarbageCollectionStats>;
}

/** Another search has begun, or what was marked is gone with a crash: nothing may be judged by it any more. */
export class GarbageCollectionSuperseded extends Error {
  override get name(): string {
    return 'CollectionLost';
  }
  constructor() {
    super('another garbage collection has started');
  }
}
