import type { Content } from '../content/content.ts';
import { decodeDocument } from '../content/documents/decode-document.ts';
import { readDocument, pathOf } from '../content/content-reads.ts';
import type { JsonObject } from '../content/objects/json.ts';
import type { Page, ReusableContent } from '../content/page.ts';
import type { ObjectQuery } from '../content/objects/object-query.ts';
import { targetKey } from './link-target.ts';
import type { Pausable } from '../kernel/pausable.ts';
import { findLinks } from './written-links.ts';

/**
 * Lists the keys of all targets of a page, each once, in page order: its cover, the target of a link page, its
 * document.
 */
export function* pageTargets(content: Content, page: Page): ObjectQuery<readonly string[]> {
  const keys = new Set<string>();
  const add = (key: string | undefined): void => void (key !== undefined && keys.add(key));
  for (const ref of [page.cover?.ref, page.cover?.refDark, page.target])
    add(refKey(ref as JsonObject | undefined, page));
  if (page.type === 'link' && page.target === undefined && page.href !== undefined)
    add(targetKey(page.href, { documentPath: '' }));
  const bytes = yield* readDocument(page);
  const links = bytes === undefined ? [] : yield* findLinks(decodeDocument(bytes));
  if (links.length > 0) {
    const at = {
      documentPath: yield* documentPath(
        content,
        page,
        links.some(({ target }) => /^[^/#]/.test(target)),
      ),
      page: page.id,
    };
    for (const { target, use } of links) add(targetKey(target, at, use));
  }
  return [...keys];
}

/** Lists the target keys of a text without a location, whose targets are all absolute. */
export function* textTargets(markdown: string): Pausable<readonly string[]> {
  const links = yield* findLinks(markdown);
  return [...new Set(links.flatMap(({ target, use }) => targetKey(target, { documentPath: '' }, use) ?? []))];
}

/**
 * Lists the target keys of a reusable content; relative targets start from its own location, wherever it is included.
 */
export function* reusableContentTargets(content: ReusableContent): ObjectQuery<readonly string[]> {
  const bytes = yield* readDocument(content);
  const links = bytes === undefined ? [] : yield* findLinks(decodeDocument(bytes));
  const keys = links.map(({ target, use }) => targetKey(target, { documentPath: content.git?.path ?? '' }, use));
  return [...new Set(keys.filter((key) => key !== undefined))];
}

/** Returns the path that relative targets of a page's document start from. */
export function* documentPath(content: Content, page: Page, matters = true): ObjectQuery<string> {
  if (page.git !== undefined) return page.git.path;
  return matters ? `${(yield* pathOf(content, page)) ?? ''}.md` : '';
}

/** Returns the key of a content reference in a field (`ContentRef` in the API). */
function refKey(ref: JsonObject | undefined, own: Page): string | undefined {
  if (ref === undefined) return undefined;
  const text = (name: string): string | undefined =>
    typeof ref[name] === 'string' && ref[name] !== '' ? ref[name] : undefined;
  const [page, space] = [text('page'), text('space')];
  const anchor = text('anchor') === undefined ? '' : `#${text('anchor')}`;
  switch (ref.kind) {
    case 'url':
      return text('url') === undefined ? undefined : targetKey(text('url')!, { documentPath: '' });
    case 'file':
      return text('file') === undefined ? undefined : `/files/${text('file')}`;
    case 'space':
      return space === undefined ? undefined : `/spaces/${space}`;
    case 'page':
    case 'anchor':
      return space === undefined
        ? `/pages/${page ?? own.id}${anchor}`
        : `/spaces/${space}/pages/${page ?? ''}${anchor}`;
    default:
      return undefined;
  }
}
