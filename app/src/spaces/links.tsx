import { getSpaceById, listSpaceLinks } from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { query, setQuery } from '../navigation/router.ts';
import { Select } from '../ui/fields.tsx';
import { ListRows } from '../ui/rows.tsx';
import { LinkRow } from './link-row.tsx';
import { SpaceFrame } from './space-frame.tsx';

const STATUSES = ['broken', 'ok', 'in-app'] as const;

/** Links in the content of a space; at first those that lead nowhere. */
export function LinksScreen({ spaceId }: Parameters) {
  const path = { spaceId: spaceId! };
  const status = STATUSES.find((one) => one === query.value.get('status')) ?? 'broken';
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path }));
  const links = useList(`links ${spaceId} ${status}`, (page) =>
    listSpaceLinks({ path, query: { status, limit: 50, ...(page && { page }) } }),
  );
  return (
    <SpaceFrame of={space} part="links">
      {(shown) => (
        <>
          <div class="filters">
            <Select
              label={m.requests.status}
              value={status}
              onChange={(value) => setQuery({ status: value })}
              options={STATUSES.map((value) => ({ value, label: m.links.statuses[value] }))}
            />
          </div>
          <ListRows of={links} empty={m.links.none[status]} keyOf={(link) => JSON.stringify(link)}>
            {(link) => <LinkRow link={link} hrefOf={(pageId) => pathTo('page', { spaceId: shown.id, pageId })} />}
          </ListRows>
        </>
      )}
    </SpaceFrame>
  );
}
