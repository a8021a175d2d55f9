import { getSpaceById, listSpaceLinks, type PageLink } from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { query, setQuery } from '../navigation/router.ts';
import { Select } from '../ui/fields.tsx';
import { Badge } from '../ui/parts.tsx';
import { ListRows } from '../ui/rows.tsx';
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
            {(link) => <LinkRow link={link} spaceId={shown.id} />}
          </ListRows>
        </>
      )}
    </SpaceFrame>
  );
}

const LinkRow = ({ link, spaceId }: { readonly link: PageLink; readonly spaceId: string }) => (
  <>
    <span class="grow">
      <code>{describe(link.targetReference)}</code>
      <p class="soft">
        {m.links.on}{' '}
        {link.locationReferences.map((at, index) => (
          <span key={index}>
            {index > 0 && ', '}
            {at.kind === 'page' ? (
              <a href={pathTo('page', { spaceId, pageId: at.page.id })}>{at.page.title || m.common.untitled}</a>
            ) : (
              describe(at)
            )}
          </span>
        ))}
      </p>
    </span>
    <Badge kind={link.status === 'broken' ? 'failed' : ''}>{m.links.statuses[link.status]}</Badge>
  </>
);

/** Names what a link leads to. */
function describe(location: PageLink['targetReference']): string {
  if (location === undefined) return m.links.unknown;
  if ('page' in location && location.page) return location.page.title || m.common.untitled;
  if ('file' in location && location.file) return location.file.name;
  if ('url' in location && typeof location.url === 'string') return location.url;
  return location.kind;
}
