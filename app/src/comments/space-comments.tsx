import { getSpaceById } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import type { Parameters } from '../navigation/paths.ts';
import { SpaceFrame } from '../spaces/space-frame.tsx';
import { Comments } from './comments.tsx';

/** Comments on a space and on all of its pages. */
export function SpaceCommentsScreen({ spaceId }: Parameters) {
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path: { spaceId: spaceId! } }));
  return (
    <SpaceFrame of={space} part="comments">
      {(shown) => <Comments space={shown} onChange={space.reload} />}
    </SpaceFrame>
  );
}
