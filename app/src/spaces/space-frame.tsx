import type { ComponentChildren } from 'preact';
import type { Space } from '../api/operations.ts';
import type { QueryState } from '../api/use-query.ts';
import { Frame } from '../frame/frame.tsx';
import { LoadedScreen } from '../frame/loaded-screen.tsx';
import { m } from '../messages/messages.ts';
import { Empty } from '../ui/notices.tsx';
import { spaceCrumbs } from './space-crumbs.ts';
import { SpaceHead } from './space-head.tsx';
import { spaceParts, type SpacePart } from './space-parts.ts';

const TITLES: Readonly<Record<Exclude<SpacePart, 'pages' | 'reusable'>, string>> = {
  requests: m.requests.title,
  comments: m.comments.title,
  history: m.history.title,
  files: m.files.title,
  links: m.links.title,
  access: m.access.title,
  settings: m.settings.title,
};

export interface SpaceFrameProps {
  readonly of: QueryState<Space>;
  readonly part: keyof typeof TITLES;
  readonly children: (space: Space) => ComponentChildren;
}

/** Frame of the screens of a space, apart from its pages and reusable contents: the title of the space, links to its parts, and the content. */
export const SpaceFrame = ({ of, part, children }: SpaceFrameProps) => (
  <LoadedScreen of={of}>
    {(space) => (
      <Frame
        title={`${TITLES[part]} · ${space.title || m.common.untitled}`}
        organizationId={space.organization}
        crumbs={[...spaceCrumbs(space), { label: TITLES[part] }]}
      >
        <SpaceHead space={space} current={part} />
        {spaceParts(space).some((item) => item.part === part) ? (
          children(space)
        ) : (
          <Empty title={m.errors.notIncluded} />
        )}
      </Frame>
    )}
  </LoadedScreen>
);
