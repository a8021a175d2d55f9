import { isAtLeast, type Level } from './level.ts';

/** Where a permission is asked for. `instance` is the operator's; `user` asks only who one is. */
export type PermissionScope = 'instance' | 'user' | 'organization' | 'collection' | 'space';

interface PolicyRule {
  readonly scope: PermissionScope;
  /** The least level; `member` is any member of the organization, guests too. */
  readonly level: Level | 'member' | 'operator' | 'anyone' | 'unconfined';
}

const rule = (scope: PermissionScope, level: PolicyRule['level']): PolicyRule => ({ scope: scope, level });

/**
 * The one policy table: what each permission asks for. Operations are guarded by it and
 * every `permissions` object in a response is computed from it, so the two cannot disagree.
 */
export const POLICY = {
  'instance:operate': rule('instance', 'operator'),
  /** What concerns the whole account: no credential that is confined to one organization is enough. */
  'self:act': rule('user', 'unconfined'),
  /** What such a credential may do too; the operation sees to it that it stays within. */
  'self:within': rule('user', 'anyone'),

  'organization:view': rule('organization', 'member'),
  'organization:admin': rule('organization', 'admin'),
  'organization:create-content': rule('organization', 'create'),
  'organization:list-people': rule('organization', 'read'),
  'openapi-specs:view': rule('organization', 'read'),
  'openapi-specs:manage': rule('organization', 'create'),
  'sites:view': rule('organization', 'read'),
  'sites:manage': rule('organization', 'create'),
  'translations:view': rule('organization', 'read'),
  'translations:manage': rule('organization', 'create'),

  'collection:view': rule('collection', 'read'),
  'collection:admin': rule('collection', 'create'),
  'collection:create': rule('collection', 'create'),
  'collection:grant': rule('collection', 'create'),

  'space:view': rule('space', 'read'),
  /** Post, reply, react, settle threads and open them again; edit and delete what one wrote oneself. */
  'space:comment': rule('space', 'comment'),
  /** Delete comments and replies of others. Nobody edits them. */
  'space:moderate': rule('space', 'review'),
  'space:edit': rule('space', 'edit'),
  'space:review': rule('space', 'review'),
  'space:merge': rule('space', 'review'),
  'space:admin': rule('space', 'create'),
  'space:grant': rule('space', 'create'),
  'space:git-sync': rule('space', 'create'),
} as const satisfies Record<string, PolicyRule>;

export type Permission = keyof typeof POLICY;

/** What the caller is, in the place where a permission is asked for. */
export interface CallerAccess {
  /** The level in the organization, collection or space; `undefined` when there is none. */
  readonly level: Level | undefined;
  /** Whether the caller belongs to the organization at all; guests do. */
  readonly member: boolean;
  readonly operator: boolean;
  /** Whether the caller's credential opens one organization only. */
  readonly confined?: boolean;
}

/** Whether the policy table gives `permission` to someone with these rights. */
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
