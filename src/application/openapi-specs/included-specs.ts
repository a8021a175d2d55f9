import type { Content } from '../../domain/content/content.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { collectIncludes, readIncludes } from '../content/content-includes.ts';
import type { SpecBlockTarget } from '../../domain/openapi-specs/spec-block-target.ts';
import { listSpecTargets } from './spec-blocks.ts';

/** Lists the parts of specifications that a document and its included contents reference. */
export async function listIncludedTargets(
  store: Pick<ContentStore, 'get'>,
  content: Content,
  markdown: string,
): Promise<readonly SpecBlockTarget[]> {
  const find = markdown.includes('{%') ? await readIncludes(store, content, markdown) : undefined;
  const included = find === undefined ? [] : [...collectIncludes(find, markdown).values()];
  return [markdown, ...included.map((one) => one.markdown)].flatMap(listSpecTargets);
}
