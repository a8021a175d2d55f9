import type { ComputedPages } from '../ports/content/computed-pages.ts';

/** Dispatches to the pages of a source type, such as `builtin:openapi`; returns undefined for an unknown type. */
export const computedPagesByType = (byType: ReadonlyMap<string, ComputedPages>): ComputedPages => ({
  async pagesOf(source) {
    const { type } = source.computed;
    return typeof type === 'string' ? byType.get(type)?.pagesOf(source) : undefined;
  },
});
