import type { ComponentChildren } from 'preact';
import { getOrganizationById, type Organization } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { Empty, ErrorNotice, Loading } from '../ui/notices.tsx';
import { Frame, type Crumb } from './frame.tsx';
import { useLastKnown } from './last-known.ts';
import { ORGANIZATION_PARTS, organizationParts, type OrganizationPart } from './organization-parts.ts';

export interface OrganizationFrameProps {
  readonly organizationId: string;
  /** Part of the organization that the screen belongs to. */
  readonly part: OrganizationPart;
  /** Title of the screen; that of the part by default. */
  readonly title?: string | undefined;
  /** Name of the screen among those with this title, for the title of the document. */
  readonly screen?: string | undefined;
  /** Steps between the part and the screen. */
  readonly crumbs?: readonly Crumb[];
  /** Buttons beside the title. */
  readonly actions?: (organization: Organization) => ComponentChildren;
  /** Content; the function replaces the organization by what a write has answered. */
  readonly children: (organization: Organization, set: (organization: Organization) => void) => ComponentChildren;
}

/** Frame of the screens of an organization: their navigation, the title, and the content once the organization is known. */
export function OrganizationFrame({
  organizationId,
  part,
  title,
  screen,
  crumbs,
  actions,
  children,
}: OrganizationFrameProps) {
  const path = { organizationId };
  const organization = useQuery(`organization ${organizationId}`, () => getOrganizationById({ path }));
  const { data } = organization;
  const known = useLastKnown(organization);
  const label = ORGANIZATION_PARTS.find((item) => item.part === part)!.label;
  const parts = organizationParts(known?.permissions);
  const isIncluded = parts.some((item) => item.part === part);
  const heading = title ?? (part === 'organization' ? (known?.title ?? '') : label);
  return (
    <Frame
      title={[screen, heading, part === 'organization' ? undefined : known?.title].filter(Boolean).join(' · ')}
      organizationId={organizationId}
      crumbs={[
        { label: known?.title ?? '', href: pathTo('organization', path) },
        ...(title === undefined || part === 'organization' ? [] : [{ label, href: pathTo(part, path) }]),
        ...(crumbs ?? []),
        ...(part === 'organization' ? [] : [{ label: heading }]),
      ]}
      sideLabel={m.frame.organization}
      side={
        <ul class="side-links">
          {parts.map((item) => (
            <li key={item.part}>
              <a href={pathTo(item.part, path)} aria-current={item.part === part ? 'page' : undefined}>
                <Icon name={item.icon} />
                {item.label}
              </a>
            </li>
          ))}
        </ul>
      }
    >
      <div class="screen">
        <div class="head">
          {part === 'organization' && known?.urls.logo !== undefined && (
            <img class="organization-logo" src={known.urls.logo} alt="" />
          )}
          <h1 dir="auto">{heading}</h1>
          {known && isIncluded && actions && <div class="actions">{actions(known)}</div>}
        </div>
        {data !== undefined ? (
          isIncluded ? (
            children(data, organization.set)
          ) : (
            <Empty title={m.errors.notIncluded} />
          )
        ) : organization.error === undefined ? (
          <Loading />
        ) : (
          <ErrorNotice error={organization.error} onRetry={organization.reload} />
        )}
      </div>
    </Frame>
  );
}
