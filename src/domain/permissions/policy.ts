import { isAtLeast, type Level } from './level.ts';

/** Scope of a permission. `instance` is for operators; `user` requires only an authenticated user. */
type PermissionScope = 'instance' | 'user' | 'organization' | 'collection' | 'space' | 'site';

interface PolicyRule {
  readonly scope: PermissionScope;
  /** Minimum level; `member` is any member of the organization, including guests. */
  readonly level: Level | 'member' | 'operator' | 'anyone' | 'unconfined';
}

const rule = (scope: PermissionScope, level: PolicyRule['level']): PolicyRule => ({ scope, level });

/**
 * Policy table: the requirement of each permission. Operations are guarded by it and every `permissions` object in a
 * response is computed from it, so that the two cannot disagree.
 */
export const POLICY = {
  'instance:operate': rule('instance', 'operator'),
  /** Permission for account-wide actions: credentials confined to one organization are not sufficient. */
  'self:act': rule('user', 'unconfined'),
  /** Permission for account actions with any credential; the operation itself must stay within its organization. */
  'self:within': rule('user', 'anyone'),

  'organization:view': rule('organization', 'member'),
  'organization:admin': rule('organization', 'admin'),
  'organization:create-content': rule('organization', 'create'),
  'organization:list-people': rule('organization', 'read'),
  'openapi-specs:view': rule('organization', 'read'),
  'openapi-specs:manage': rule('organization', 'create'),
  /** Permission to read members-only sites, whatever the level on the site itself. */
  'sites:view': rule('organization', 'read'),
  'sites:manage': rule('organization', 'create'),
  'fonts:view': rule('organization', 'read'),
  'fonts:manage': rule('organization', 'create'),
  'images:view': rule('organization', 'read'),
  'images:manage': rule('organization', 'create'),
  'translations:view': rule('organization', 'read'),
  'translations:manage': rule('organization', 'create'),
  'webhooks:manage': rule('organization', 'admin'),

  'collection:view': rule('collection', 'read'),
  'collection:admin': rule('collection', 'create'),
  'collection:create': rule('collection', 'create'),
  'collection:grant': rule('collection', 'create'),

  'space:view': rule('space', 'read'),
  /** Permission to post, reply, react, and resolve or reopen threads; also to edit and delete one's own comments. */
  'space:comment': rule('space', 'comment'),
  /** Permission to delete the comments and replies of others. Nobody may edit them. */
  'space:moderate': rule('space', 'review'),
  'space:edit': rule('space', 'edit'),
  'space:review': rule('space', 'review'),
  'space:merge': rule('space', 'review'),
  'space:admin': rule('space', 'create'),
  'space:grant': rule('space', 'create'),
  'space:git-sync': rule('space', 'create'),

  /** Permission to see a site with its settings, and its structure as far as the caller sees the spaces. */
  'site:view': rule('site', 'read'),
  /** Permission to change a site; letting more people read its spaces requires `space:grant` on them as well. */
  'site:manage': rule('site', 'create'),
  'site:grant': rule('site', 'create'),
  'insights:track': rule('site', 'read'),
  'insights:view': rule('site', 'edit'),
} as const satisfies Record<string, PolicyRule>;

export type Permission = keyof typeof POLICY;

/** Describes who has a permission, for error messages and the API reference. */
export function describeRequirement(permission: Permission): string {
  const { scope, level } = POLICY[permission];
  switch (level) {
    case 'operator':
      return 'the caller must be an operator of the instance';
    case 'anyone':
      return 'any valid API token';
    case 'unconfined':
      return 'any API token that is not confined to one organization';
    case 'member':
      return 'the caller must be a member or guest of the organization';
    default:
      return `level ${level} or higher in the ${scope}`;
  }
}

/** Access of the caller in the scope of a permission. */
export interface CallerAccess {
  /** Level in the organization, collection or space; `undefined` if there is none. */
  readonly level: Level | undefined;
  /** Tells whether the caller is a member of the organization; guests are. */
  readonly member: boolean;
  readonly operator: boolean;
  /** Tells whether the caller's credential is confined to one organization. */
  readonly confined?: boolean;
}

/** Tells whether the policy table grants `permission` to a caller with these rights. */
export function isAllowed(permission: Permission, rights: CallerAccess): boolean {
  const { level }: PolicyRule = POLICY[permission];
  switch (level) {
    case 'anyone':
      return true;
    case 'unconfined':
      return rights.confined !== true;
    case 'operator':
      return rights.operator;
    case 'member':
      return rights.member;
    default:
      return isAtLeast(rights.level, level);
  }
}
