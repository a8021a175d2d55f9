import type { Space } from '../api/operations.ts';
import type { Crumb } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';

/** Links to the library and to a space, with which the breadcrumbs of its screens begin; none until it is loaded. */
export const spaceCrumbs = (space: Space | undefined): readonly Crumb[] =>
  space === undefined
    ? []
    : [
        { label: m.library.title, href: pathTo('organization', { organizationId: space.organization }) },
        { label: space.title || m.common.untitled, href: pathTo('space', { spaceId: space.id }) },
      ];
