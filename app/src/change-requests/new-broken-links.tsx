import { listChangeRequestLinks, type ChangeRequest } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pageHref } from '../spaces/content-place.ts';
import { LinkRow } from '../spaces/link-row.tsx';
import { MoreButton } from '../ui/parts.tsx';
import { Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';

export interface NewBrokenLinksProps {
  readonly spaceId: string;
  readonly request: ChangeRequest;
}

/** Links that a change request breaks; nothing where there are none. */
export function NewBrokenLinks({ spaceId, request: { id, revision } }: NewBrokenLinksProps) {
  const links = useList(`broken links ${id} ${revision}`, (page) =>
    listChangeRequestLinks({
      path: { spaceId, changeRequestId: id },
      query: { brokenContext: 'change-request', limit: 20, ...(page && { page }) },
    }),
  );
  if (links.data === undefined || links.data.length === 0) return null;
  return (
    <Section title={m.requests.brokenLinks(links.count ?? links.data.length)}>
      <Rows items={links.data} keyOf={(link) => JSON.stringify(link)}>
        {(link) => <LinkRow link={link} hrefOf={(pageId) => pageHref({ spaceId, changeRequest: id }, pageId)} />}
      </Rows>
      <MoreButton of={links} />
    </Section>
  );
}
