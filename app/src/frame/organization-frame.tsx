import type { ComponentChildren } from 'preact';
import { getOrganizationById, type Organization } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type ScreenName } from '../navigation/paths.ts';
import type { IconName } from '../ui/icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorNotice, Loading } from '../ui/notices.tsx';
import { Frame, type Crumb } from './frame.tsx';

/** Screens of an organization that its navigation lists. */
export type OrganizationPart = Extract<
  ScreenName,
  | 'organization'
  | 'requests'
  | 'sites'
  | 'translations'
  | 'specifications'
  | 'members'
  | 'teams'
  | 'auditLog'
  | 'webhooks'
  | 'organizationSettings'
  | 'trash'
>;

interface NavigationItem {
  readonly part: OrganizationPart;
  readonly label: string;
  readonly icon: IconName;
  readonly isShown?: (permissions: Organization['permissions']) => boolean;
}

/** Guests see spaces, and nothing that belongs to the organization itself. */
const forMembers = ({ listMembers }: Organization['permissions']): boolean => listMembers;

const ITEMS: readonly NavigationItem[] = [
  { part: 'organization', label: m.library.title, icon: 'space' },
  { part: 'requests', label: m.requests.title, icon: 'merge' },
  { part: 'sites', label: m.sites.title, icon: 'site' },
  { part: 'translations', label: m.translations.title, icon: 'group', isShown: forMembers },
  { part: 'specifications', label: m.specifications.title, icon: 'document', isShown: forMembers },
  { part: 'members', label: m.members.title, icon: 'people', isShown: forMembers },
  { part: 'teams', label: m.teams.title, icon: 'people', isShown: ({ listTeams }) => listTeams },
  { part: 'auditLog', label: m.auditLog.title, icon: 'history', isShown: ({ admin }) => admin },
  { part: 'webhooks', label: m.webhooks.title, icon: 'link', isShown: ({ admin }) => admin },
  { part: 'organizationSettings', label: m.settings.title, icon: 'settings', isShown: ({ admin }) => admin },
  { part: 'trash', label: m.trash.title, icon: 'trash' },
];

export interface OrganizationFrameProps {
  readonly organizationId: string;
  /** Part of the organization that the screen belongs to. */
  readonly part: OrganizationPart;
  /** Title of the screen; that of the part by default. */
  readonly title?: string | undefined;
  /** Steps between the part and the screen. */
  readonly crumbs?: readonly Crumb[];
  /** Buttons beside the title. */
  readonly actions?: (organization: Organization) => ComponentChildren;
  /** Content; the function replaces the organization by what a write has answered. */
  readonly children: (organization: Organization, set: (organization: Organization) => void) => ComponentChildren;
}

/** Frame of the screens of an organization: their navigation, the title, and the content once the organization is known. */
export function OrganizationFrame({ organizationId, part, title, crumbs, actions, children }: OrganizationFrameProps) {
  const path = { organizationId };
  const organization = useQuery(`organization ${organizationId}`, () => getOrganizationById({ path }));
  const { data } = organization;
  const label = ITEMS.find((item) => item.part === part)!.label;
  const heading = title ?? (part === 'organization' ? (data?.title ?? '') : label);
  return (
    <Frame
      title={part === 'organization' || data === undefined ? heading : `${heading} · ${data.title}`}
      organizationId={organizationId}
      crumbs={[
        { label: data?.title ?? '', href: pathTo('organization', path) },
        ...(title === undefined || part === 'organization' ? [] : [{ label, href: pathTo(part, path) }]),
        ...(crumbs ?? []),
        ...(part === 'organization' ? [] : [{ label: heading }]),
      ]}
      sideLabel={m.frame.organization}
      side={
        <ul class="side-links">
          {ITEMS.filter(({ isShown }) => isShown === undefined || (data && isShown(data.permissions))).map((item) => (
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
          {part === 'organization' && data?.urls.logo !== undefined && (
            <img class="organization-logo" src={data.urls.logo} alt="" />
          )}
          <h1 dir="auto">{heading}</h1>
          {data && actions && <div class="actions">{actions(data)}</div>}
        </div>
        {data !== undefined ? (
          children(data, organization.set)
        ) : organization.error === undefined ? (
          <Loading />
        ) : (
          <ErrorNotice error={organization.error} onRetry={organization.reload} />
        )}
      </div>
    </Frame>
  );
}
