import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** A page at a path, or the path to which its redirect leads. */
export type FoundPage =
  | { readonly entry: OutlineEntry; readonly to?: undefined }
  | {
      readonly to: string;
      /** True if the target may change. */
      readonly moving: boolean;
    };

/** Finds the page at a path of a space, or the target of its redirect. */
export function findPage(
  { linked: { outline }, links }: Pick<SiteSpaceContext, 'linked' | 'links'>,
  path: string,
): FoundPage | undefined {
  const exact = outline.byPath(path);
  const entry = exact ?? outline.byPathIgnoringCase(path);
  if (entry === undefined) return undefined;
  if (entry.type === 'group') {
    const first = outline.firstDocumentIn(entry);
    return first && { to: links.page(first), moving: true };
  }
  if (exact === undefined) return { to: links.page(entry), moving: false };
  if (path !== '' && entry === outline.home) return { to: links.page(entry), moving: true };
  return { entry };
}
