import type { Organization } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import type { ScreenName } from '../navigation/paths.ts';
import type { IconName } from '../ui/icon.tsx';

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

/** Screens of an organization in their order. */
export const ORGANIZATION_PARTS: readonly NavigationItem[] = [
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

/** Lists the screens that a user sees with these permissions; without any, those that everyone sees. */
export const organizationParts = (permissions: Organization['permissions'] | undefined): readonly NavigationItem[] =>
  ORGANIZATION_PARTS.filter(({ isShown }) => isShown === undefined || (permissions && isShown(permissions)));
