import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import {
  GarbageCollectionSuperseded,
  type GarbageCollection,
  type GarbageCollectionStats,
  type GarbageCollector,
  type SweepCutoffs,
  type BlobSweepResult,
  type ObjectSweepResult,
} from '../../../ports/garbage-collection.ts';
import { BLOB_HOLDERS } from '../blob-holders.ts';
import type { MemoryContentStore } from './content.ts';
import type { MemoryStore } from './store.ts';

/** Number of things that are examined before other tasks run. */
const PART = 2_000;

/** Garbage collection over the maps; other tasks run between two parts. */
export class MemoryGarbageCollector implements GarbageCollector {
  readonly condemnedBlobs = new Map<string, string>();
  #current: Id | undefined;
  #figures: GarbageCollectionStats = {
    finishedAt: null,
    condemnedObjects: 0,
    condemnedBlobs: 0,
    collectedObjects: 0,
    collectedBlobs: 0,
  };

  constructor(
    readonly store: MemoryStore,
    readonly content: MemoryContentStore,
  ) {}

  async begin(id: Id): Promise<GarbageCollection> {
    this.#current = id;
    const { revisions, branches } = this.store.tables;
    const roots = new Set<string>([...revisions.values(), ...branches.values()].map(({ state }) => state.content));
    for (const { aggregate, field, member } of BLOB_HOLDERS) {
      for (const state of this.store.all(aggregate)) {
        const value = (state as unknown as Record<string, unknown>)[field];
        const held = member === undefined ? [value] : (value as Record<string, unknown>[]).map((one) => one[member]);
        for (const blob of held) if (typeof blob === 'string') roots.add(blob);
      }
    }
    return new MemoryGarbageCollection(this, id, roots);
  }
  async stats(): Promise<GarbageCollectionStats> {
    return this.#figures;
  }

  /** Checks that no other run began. @throws GarbageCollectionSuperseded */
  requireCurrent(id: Id): void {
    if (this.#current !== id) throw new GarbageCollectionSuperseded();
  }
  finished(
    { condemnedObjects, condemnedBlobs, collectedObjects, collectedBlobs }: Omit<GarbageCollectionStats, 'finishedAt'>,
    finishedAt: string,
  ): void {
    const before = this.#figures;
    this.#figures = {
      finishedAt,
      condemnedObjects,
      condemnedBlobs,
      collectedObjects: before.collectedObjects + collectedObjects,
      collectedBlobs: before.collectedBlobs + collectedBlobs,
    };
  }
}

class MemoryGarbageCollection implements GarbageCollection {
  readonly clockOffsetMs = 0;
  readonly #toFollow: string[];

  constructor(
    private readonly collector: MemoryGarbageCollector,
    private readonly id: Id,
    private readonly marks: Set<string>,
  ) {
    this.#toFollow = [...marks];
  }

  async mark(): Promise<boolean> {
    this.collector.requireCurrent(this.id);
    for (const hash of this.#toFollow.splice(-PART)) {
      for (const ref of this.collector.content.refsOf(hash as Hash)) {
        if (this.marks.has(ref)) continue;
        this.marks.add(ref);
        this.#toFollow.push(ref);
      }
    }
    return this.#toFollow.length > 0;
  }

  async sweepObjects(after: Hash | undefined, { now, condemnedBefore }: SweepCutoffs): Promise<ObjectSweepResult> {
    this.collector.requireCurrent(this.id);
    const { content } = this.collector;
    const part = content.hashesAfter(after, PART);
    let [condemned, collected] = [0, 0];
    for (const hash of part) {
      const condemnedAt = content.condemned.get(hash);
      if (this.marks.has(hash)) content.condemned.delete(hash);
      else if (condemnedAt !== undefined && condemnedAt < condemnedBefore) {
        content.remove(hash);
        collected++;
      } else {
        if (condemnedAt === undefined) content.condemned.set(hash, now);
        condemned++;
      }
    }
    return { ...(part.length > 0 && { last: part.at(-1)! }), condemned, collected };
  }

  async sweepBlobs(blobs: readonly string[], { now, condemnedBefore }: SweepCutoffs): Promise<BlobSweepResult> {
    this.collector.requireCurrent(this.id);
    const { condemnedBlobs } = this.collector;
    const deletable: { blob: string; condemnedAt: string }[] = [];
    let condemned = 0;
    for (const blob of blobs) {
      const condemnedAt = condemnedBlobs.get(blob);
      if (this.marks.has(blob)) condemnedBlobs.delete(blob);
      else if (condemnedAt !== undefined && condemnedAt < condemnedBefore) deletable.push({ blob, condemnedAt });
      else {
        if (condemnedAt === undefined) condemnedBlobs.set(blob, now);
        condemned++;
      }
    }
    return { condemned, deletable };
  }
  async unmarkBlobs(blobs: readonly string[]): Promise<void> {
    for (const blob of blobs) this.collector.condemnedBlobs.delete(blob);
  }
  async finish(found: Omit<GarbageCollectionStats, 'finishedAt'>, now: string): Promise<void> {
    this.collector.finished(found, now);
  }
}
