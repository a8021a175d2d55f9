import type { Space } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';

export type SpacePart =
  'pages' | 'requests' | 'comments' | 'history' | 'files' | 'reusable' | 'links' | 'access' | 'settings';

export interface SpacePartLink {
  readonly part: SpacePart;
  readonly label: string;
  readonly href: string;
  /** Number of open items, if the part has such. */
  readonly count?: number;
}

/** Lists the screens of a space that the user may see, in their order. */
export function spaceParts({ id, changeRequestsOpen, comments, permissions }: Space): readonly SpacePartLink[] {
  const path = { spaceId: id };
  const all: readonly (SpacePartLink | false)[] = [
    { part: 'pages', label: m.space.pages, href: pathTo('space', path) },
    { part: 'requests', label: m.requests.title, href: pathTo('spaceRequests', path), count: changeRequestsOpen },
    { part: 'comments', label: m.comments.title, href: pathTo('spaceComments', path), count: comments },
    { part: 'history', label: m.history.title, href: pathTo('spaceHistory', path) },
    { part: 'files', label: m.files.title, href: pathTo('spaceFiles', path) },
    { part: 'reusable', label: m.reusable.title, href: pathTo('reusableContents', path) },
    { part: 'links', label: m.links.title, href: pathTo('spaceLinks', path) },
    permissions.viewInviteLinks && { part: 'access', label: m.access.title, href: pathTo('spaceAccess', path) },
    permissions.edit && { part: 'settings', label: m.settings.title, href: pathTo('spaceSettings', path) },
  ];
  return all.filter((one): one is SpacePartLink => one !== false);
}
