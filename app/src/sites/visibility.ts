import type { Site } from '../api/operations.ts';
import { m } from '../messages/messages.ts';

export type Visibility = Site['visibility'];

/** Audiences of a site, for choices. */
export const VISIBILITIES = (['public', 'unlisted', 'share-link', 'visitor-auth'] as const).map((value) => ({
  value,
  ...m.sites.visibilities[value],
}));
