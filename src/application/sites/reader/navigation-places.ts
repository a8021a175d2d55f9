import type { JsonObject } from '../../../domain/content/objects/json.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { Navigation } from './navigation.ts';
import { nameOf, type OtherPlace } from './linked-spaces.ts';

/** What a link page names in a space: it, or a page of it. */
export function placeOfTarget({ kind, space, page }: JsonObject): OtherPlace | undefined {
  if (typeof space !== 'string') return undefined;
  if (kind === 'space') return { space };
  return (kind === 'page' || kind === 'anchor') && typeof page === 'string' ? { space, page } : undefined;
}

/** All that link pages name in other spaces which navigation shows to who is at an entry. @param own the space itself */
export function placesInNavigation(outline: SpaceOutline, own: Id, at?: OutlineEntry): readonly OtherPlace[] {
  const places = new Map<string, OtherPlace>();
  new Navigation(outline, ({ type, target }) => {
    const place = type === 'link' && target !== undefined ? placeOfTarget(target) : undefined;
    if (place === undefined || place.space === own) return '';
    places.set(nameOf(place), place);
    return undefined;
  }).at(at);
  return [...places.values()];
}
