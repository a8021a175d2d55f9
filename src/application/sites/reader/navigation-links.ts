import type { JsonObject } from '../../../domain/content/objects/json.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { Navigation } from './navigation.ts';
import { locationKey, type LinkedLocation } from './linked-location.ts';

/** Extracts the space or page from the target of a link page. */
export function linkTargetLocation({ kind, space, page }: JsonObject): LinkedLocation | undefined {
  if (typeof space !== 'string') return undefined;
  if (kind === 'space') return { space };
  return (kind === 'page' || kind === 'anchor') && typeof page === 'string' ? { space, page } : undefined;
}

/**
 * Lists the locations in other spaces that the link pages in the visible navigation point to.
 * @param own id of the space itself
 * @param at current entry, which decides the visible part of the navigation
 */
export function listNavigationLocations(outline: SpaceOutline, own: Id, at?: OutlineEntry): readonly LinkedLocation[] {
  const places = new Map<string, LinkedLocation>();
  new Navigation(outline, ({ type, target }) => {
    const place = type === 'link' && target !== undefined ? linkTargetLocation(target) : undefined;
    if (place === undefined || place.space === own) return '';
    places.set(locationKey(place), place);
    return undefined;
  }).itemsFor(at);
  return [...places.values()];
}
