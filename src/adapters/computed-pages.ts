import type { ComputedPages } from '../ports/content/computed-pages.ts';

/** Asks what stands behind the type of a source, such as `builtin:openapi`; a type that nobody stands behind is not known. */
export const computedPagesByType = (byType: ReadonlyMap<string, ComputedPages>): ComputedPages => ({
  async pagesOf(source) {
    const { type } = source.computed;
    return typeof type === 'string' ? byType.get(type)?.pagesOf(source) : undefined;
  },
});
