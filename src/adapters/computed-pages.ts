import type { ComputedPages, ComputedSource } from '../ports/content/computed-pages.ts';

/** Dispatches to the pages of a source type, such as `builtin:openapi`; returns undefined for an unknown type. */
export const computedPagesByType = (byType: ReadonlyMap<string, ComputedPages>): ComputedPages => {
  const sourceOf = ({ computed: { type } }: ComputedSource): ComputedPages | undefined =>
    typeof type === 'string' ? byType.get(type) : undefined;
  return {
    pagesOf: async (source) => sourceOf(source)?.pagesOf(source),
    titleOf: async (source, title) => sourceOf(source)?.titleOf(source, title),
  };
};
