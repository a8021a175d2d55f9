import type { PageLink } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Badge } from '../ui/parts.tsx';

export interface LinkRowProps {
  readonly link: PageLink;
  /** Address of the screen of a page that has the link. */
  readonly hrefOf: (pageId: string) => string;
}

/** Target of links, with the pages that have them. */
export const LinkRow = ({ link, hrefOf }: LinkRowProps) => (
  <>
    <span class="grow">
      <code>{describe(link.targetReference)}</code>
      <p class="soft">
        {m.links.on}{' '}
        {link.locationReferences.map((at, index) => (
          <span key={index}>
            {index > 0 && ', '}
            {at.kind === 'page' ? <a href={hrefOf(at.page.id)}>{at.page.title || m.common.untitled}</a> : describe(at)}
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
