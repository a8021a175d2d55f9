import type { Content } from '../../domain/content/content.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { collectIncludes, readIncludes } from '../content/content-includes.ts';
import { listNamedSpecs } from './spec-blocks.ts';

/** Lists the specifications that a document or its included contents reference, each once. */
export async function listIncludedSpecs(
  store: Pick<ContentStore, 'get'>,
  content: Content,
  markdown: string,
): Promise<readonly string[]> {
  const find = markdown.includes('{%') ? await readIncludes(store, content, markdown) : undefined;
  const included = find === undefined ? [] : [...collectIncludes(find, markdown).values()];
  return [...new Set([markdown, ...included.map((one) => one.markdown)].flatMap(listNamedSpecs))];
}
