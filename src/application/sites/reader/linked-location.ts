import type { Id } from '../../../domain/kernel/id.ts';

/** A space or page that a link refers to: `/spaces/<id>`, `/spaces/<id>/pages/<id>`. */
export interface LinkedLocation {
  readonly space: Id;
  readonly page?: Id;
}

/** Parses a path of the app into a space or page; undefined for other paths of the app. */
export function parseLinkedLocation(path: string): LinkedLocation | undefined {
  const [, space, page] = /^\/spaces\/([^/]+)(?:\/pages\/([^/]+))?\/?$/.exec(path) ?? [];
  return space === undefined ? undefined : { space, ...(page !== undefined && { page }) };
}

/** Builds the canonical key of a location. */
export const locationKey = ({ space, page }: LinkedLocation): string => `${space}/${page ?? ''}`;
