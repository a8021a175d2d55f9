import type { Content } from '../../domain/content/content.ts';
import { readDocument, listReusableContents } from '../../domain/content/content-reads.ts';
import type { ReusableContent } from '../../domain/content/page.ts';
import { all } from '../../domain/content/objects/object-query.ts';
import { MAX_INCLUDE_DEPTH } from '../../domain/content/documents/evaluate-markdown.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from './reading.ts';

const INCLUDE = /\{%-?\s*include\s+["']([^"']+)["']/g;

/** A reusable content with its text. */
export interface ReusableContentText {
  readonly content: ReusableContent;
  readonly markdown: string;
}

/** Finds an included content by the target of the include; undefined when it is missing or nested too deeply. */
export type FindInclude = (target: string) => ReusableContentText | undefined;

/** Decodes the bytes of a text as UTF-8, with a replacement character for what is malformed; empty when undefined. */
export const decodeText = (bytes: Uint8Array | undefined): string =>
  new TextDecoder().decode(bytes ?? new Uint8Array());

/** Reads the reusable contents that a document includes directly or indirectly; undefined when it includes none. */
export async function readIncludes(
  store: Pick<ContentStore, 'get'>,
  content: Content,
  markdown: string,
): Promise<FindInclude | undefined> {
  if (!markdown.includes('include') || content.reusableContents === null) return undefined;
  const { items } = await read(store, listReusableContents(content, undefined, Number.MAX_SAFE_INTEGER));
  const named = (target: string): ReusableContent | undefined => {
    const id = /(?:^|\/)([0-9A-Za-z]{20})$/.exec(target)?.[1];
    const path = target.replace(/^(?:\.{1,2}\/)+|^\/+/, '');
    return (
      items.find((one) => one.id === id) ??
      items.find(({ git }) => git !== undefined && (git.path === path || git.path.endsWith(`/${path}`)))
    );
  };

  const texts = new Map<ReusableContent, string>();
  let pending = [markdown];
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH && pending.length > 0; depth++) {
    const missing = new Set<ReusableContent>();
    for (const text of pending)
      for (const [, target] of text.matchAll(INCLUDE)) {
        const found = named(target!);
        if (found !== undefined && !texts.has(found)) missing.add(found);
      }
    const list = [...missing];
    const documents = await read(store, all(list.map((one) => readDocument(one))));
    pending = list.map((one, i) => {
      const text = decodeText(documents[i]);
      texts.set(one, text);
      return text;
    });
  }
  return (target) => {
    const found = named(target);
    const text = found && texts.get(found);
    return found === undefined || text === undefined ? undefined : { content: found, markdown: text };
  };
}

/** Collects the reusable contents that a document includes directly or indirectly, by the targets of the includes. */
export function collectIncludes<Included extends { readonly markdown: string }>(
  find: (target: string) => Included | undefined,
  markdown: string,
): ReadonlyMap<string, Included> {
  const all = new Map<string, Included>();
  const pending = [markdown];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [, target = ''] of next.matchAll(INCLUDE)) {
      const found = all.has(target) ? undefined : find(target);
      if (found === undefined) continue;
      all.set(target, found);
      pending.push(found.markdown);
    }
  }
  return all;
}
