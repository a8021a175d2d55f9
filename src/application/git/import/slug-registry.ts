import { numberedSlug } from '../../../domain/content/edits/slug.ts';
import type { PageKey } from '../../../ports/git/repository-format.ts';

/** Slugs in use, by parent page. */
export class SlugRegistry {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  take(parent: PageKey | null, slug: string): void {
    this.#taken.add(JSON.stringify([parent, slug]));
  }

  /** Reserves the slug, or its first numbered variant that is not in use. */
  free(parent: PageKey | null, slug: string): string {
    const name = JSON.stringify([parent, slug]);
    let number = this.#next.get(name) ?? 0;
    let candidate = slug;
    while (this.#taken.has(JSON.stringify([parent, candidate]))) candidate = numberedSlug(slug, ++number);
    this.#next.set(name, number);
    this.take(parent, candidate);
    return candidate;
  }
}
