import type { Content } from '../../../domain/content/content.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type { IncludedContent, LinkResolver } from '../../../ports/sites/site-renderer.ts';
import { readIncludes } from '../../content/content-includes.ts';

export type ResolveInclude = (target: string) => IncludedContent | undefined;

/**
 * Prepares a function that finds the contents that a document includes, filled, with links resolved at their own
 * location; undefined when it includes none.
 */
export async function readPageIncludes(
  store: ContentStore,
  content: Content,
  markdown: string,
  {
    resolverAt,
    fill,
  }: {
    readonly resolverAt: (place: string) => LinkResolver;
    readonly fill: (markdown: string) => string;
  },
): Promise<ResolveInclude | undefined> {
  const included = await readIncludes(store, content, markdown);
  return (
    included &&
    ((target) => {
      const found = included(target);
      return (
        found && {
          markdown: fill(found.markdown),
          ...(found.content.git && { resolveLink: resolverAt(found.content.git.path) }),
        }
      );
    })
  );
}
