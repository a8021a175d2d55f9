import type { ComponentChildren } from 'preact';
import type { Space } from '../api/operations.ts';
import type { QueryState } from '../api/use-query.ts';
import { Frame } from '../frame/frame.tsx';
import { useLastKnown } from '../frame/last-known.ts';
import { LoadedScreen } from '../frame/loaded-screen.tsx';
import { m } from '../messages/messages.ts';
import { Empty, Loaded } from '../ui/notices.tsx';
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
export function SpaceFrame({ of, part, children }: SpaceFrameProps) {
  const known = useLastKnown(of);
  if (known === undefined) return <LoadedScreen of={of}>{() => null}</LoadedScreen>;
  return (
    <Frame
      title={`${TITLES[part]} · ${known.title || m.common.untitled}`}
      organizationId={known.organization}
      crumbs={[...spaceCrumbs(known), { label: TITLES[part] }]}
    >
      <SpaceHead space={known} current={part} />
      {spaceParts(known).some((item) => item.part === part) ? (
        <Loaded of={of}>{children}</Loaded>
      ) : (
        <Empty title={m.errors.notIncluded} />
      )}
    </Frame>
  );
}
