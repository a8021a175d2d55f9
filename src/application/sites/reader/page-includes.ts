import { documentOf, listReusableContents } from '../../../domain/content/content-reads.ts';
import type { Content } from '../../../domain/content/content.ts';
import type { ReusableContent } from '../../../domain/content/page.ts';
import { all } from '../../../domain/content/reading.ts';
import type { IncludedContent, ResolveLink } from '../../../ports/site-renderer.ts';
import type { ContentStore } from '../../../ports/content-store.ts';
import { read } from '../../content/reading.ts';

const INCLUDE = /\{%-?\s*include\s+["']([^"']+)["']/g;
/** As deep as includes within includes are followed. */
const MAX_DEPTH = 5;

export const decodeText = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array());

export type ResolveInclude = (target: string) => IncludedContent | undefined;

/** Reads the reusable contents that a document includes, directly or through each other; nothing when it includes none. */
export async function includesOf(store: ContentStore, content: Content, markdown: string, resolverAt: (place: string) => ResolveLink): Promise<ResolveInclude | undefined> {
  if (!markdown.includes('include') || content.reusableContents === null) return undefined;
  const { items } = await read(store, listReusableContents(content, undefined, Number.MAX_SAFE_INTEGER));
  const named = (target: string): ReusableContent | undefined => {
    const id = /(?:^|\/)([0-9A-Za-z]{20})$/.exec(target)?.[1];
    const path = target.replace(/^(?:\.{1,2}\/)+|^\/+/, '');
    return items.find((one) => one.id === id) ?? items.find(({ git }) => git !== undefined && (git.path === path || git.path.endsWith(`/${path}`)));
  };

  const texts = new Map<ReusableContent, string>();
  let pending = [markdown];
  for (let depth = 0; depth < MAX_DEPTH && pending.length > 0; depth++) {
    const wanted = new Set<ReusableContent>();
    for (const text of pending) for (const [, target] of text.matchAll(INCLUDE)) {
      const found = named(target!);
      if (found !== undefined && !texts.has(found)) wanted.add(found);
    }
    const list = [...wanted];
    const documents = await read(store, all(list.map((one) => documentOf(one))));
    pending = list.map((one, i) => {
      const text = decodeText(documents[i]);
      texts.set(one, text);
      return text;
    });
  }
  return (target) => {
    const found = named(target);
    const text = found && texts.get(found);
    return text === undefined ? undefined : { markdown: text, ...(found?.git && { resolveLink: resolverAt(found.git.path) }) };
  };
}
