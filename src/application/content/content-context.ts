import type { Id } from '../../domain/kernel/id.ts';
import type { QueryContext } from '../kernel/use-case.ts';

/** Services that reading content requires. */
export const CONTENT_NEEDS = [
  'content',
  'pageTrees',
  'pageViews',
  'blocks',
  'computedPages',
  'pageSources',
  'slugify',
  'sealer',
] as const;
export type ContentNeeds = (typeof CONTENT_NEEDS)[number];
/** Context of queries that read the content of a space. */
export type ContentContext = QueryContext<{ readonly space: Id }, ContentNeeds>;
