import { getOrganizationById, searchOrganizationContent } from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { localPath, query } from '../navigation/router.ts';
import { Empty, Loaded } from '../ui/notices.tsx';
import { MoreButton } from '../ui/parts.tsx';
import { shorten } from '../ui/shorten.ts';
import { Ask } from './ask.tsx';

/** Characters of a section that a result shows. */
const MAX_EXCERPT = 220;

/** Results of a search over all spaces of an organization. */
export function SearchScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const text = query.value.get('query') ?? '';
  const organization = useQuery(`organization ${organizationId}`, () => getOrganizationById({ path }));
  const results = useList(text === '' ? undefined : `search ${organizationId} ${text}`, (page) =>
    searchOrganizationContent({ path, query: { query: text, limit: 20, ...(page && { page }) } }),
  );
  return (
    <Frame
      title={text === '' ? m.search.titleWithoutQuery : m.search.title(text)}
      organizationId={organizationId}
      crumbs={[
        { label: organization.data?.title ?? '', href: pathTo('organization', path) },
        { label: m.search.crumb },
      ]}
    >
      <div class="head">
        <h1>{text === '' ? m.search.titleWithoutQuery : m.search.title(text)}</h1>
      </div>
      {text !== '' && <Ask key={text} organizationId={organizationId!} question={text} />}
      {text !== '' && (
        <Loaded of={results}>
          {(items) =>
            items.length === 0 ? (
              <Empty title={m.search.none} />
            ) : (
              <>
                {items.map((space) => (
                  <div key={space.id} class="section">
                    <h2 dir="auto">{space.title || m.common.untitled}</h2>
                    {space.pages.map((page) => (
                      <article key={page.id} class="hit">
                        <a class="row-title" href={localPath(page.urls.app)} dir="auto">
                          {page.title}
                        </a>
                        {page.sections.slice(0, 3).map((part) => (
                          <p key={part.id} class="soft" dir="auto">
                            {part.title && <a href={localPath(part.urls.app)}>{part.title}</a>}
                            {part.title && part.body && ' · '}
                            {shorten(part.body, MAX_EXCERPT)}
                          </p>
                        ))}
                      </article>
                    ))}
                  </div>
                ))}
                <MoreButton of={results} />
              </>
            )
          }
        </Loaded>
      )}
    </Frame>
  );
}
