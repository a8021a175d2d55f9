import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DomainError, type ErrorCategory } from '../../domain/kernel/errors.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import { TaskAbandoned } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { renderableParts, sourceOfPart, type PagePart, type RenderedPart } from './content/page-parts.ts';

/** Name under which the worker entry exports `renderParts`. */
const RENDER_PARTS = 'renderParts';

/** Memory of rendered parts in bytes. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** Categories of errors for lack of threads. */
const TEMPORARY: ReadonlySet<ErrorCategory> = new Set<ErrorCategory>(['unavailable', 'too-many']);
/** Cached answer for parts that are shown as written. */
const AS_WRITTEN: readonly string[] = [];

/** Rendered parts by number. */
export interface RenderedParts {
  readonly rendered: ReadonlyMap<number, RenderedPart>;
  /** Parts are missing for lack of time or threads; a later attempt may succeed. */
  readonly isIncomplete: boolean;
}

/** Renders code and formulas of pages on threads, each text once. */
export class PartRenderer {
  readonly #cache = new LRUCache<string, readonly string[]>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (lines) => 200 + lines.reduce((sum, line) => sum + 2 * line.length, 0),
  });

  constructor(private readonly workers: Pick<WorkerPool, 'run'>) {}

  async render(parts: readonly PagePart[], organizationId: OrganizationId): Promise<RenderedParts> {
    const rendered = new Map<number, RenderedPart>();
    const missing: { readonly number: number; readonly part: PagePart; readonly key: string }[] = [];
    for (const [number, part] of renderableParts(parts)) {
      const key = keyOf(part);
      const known = this.#cache.get(key);
      if (known === undefined) missing.push({ number, part, key });
      else if (known !== AS_WRITTEN) rendered.set(number, known);
    }
    if (missing.length === 0) return { rendered, isIncomplete: false };
    const answers = await this.#run(
      missing.map(({ part }) => part),
      organizationId,
    );
    if (answers === undefined) return { rendered, isIncomplete: true };
    missing.forEach(({ number, key }, index) => {
      const answer = answers[index];
      this.#cache.set(key, answer ?? AS_WRITTEN);
      if (answer !== undefined) rendered.set(number, answer);
    });
    return { rendered, isIncomplete: false };
  }

  /** Returns undefined for lack of time or threads. */
  async #run(parts: readonly PagePart[], organizationId: OrganizationId): Promise<readonly RenderedPart[] | undefined> {
    try {
      return await this.workers.run<readonly RenderedPart[]>(RENDER_PARTS, {
        text: parts.map(sourceOfPart).join('\0'),
        organizationId,
        input: parts,
      });
    } catch (error) {
      if (error instanceof TaskAbandoned || (error instanceof DomainError && TEMPORARY.has(error.category)))
        return undefined;
      throw error;
    }
  }
}

function keyOf(part: PagePart): string {
  const kind = part.kind === 'code' ? `code ${part.language}` : part.isBlock ? 'block' : 'inline';
  return createHash('sha256').update(`${kind}\0`).update(sourceOfPart(part)).digest('base64');
}
