import { Forbidden } from '../kernel/errors.ts';
import { describeRequirement, type Permission } from './policy.ts';

/** The caller lacks a permission of the policy table; the message names the level that has it. */
export class PermissionRequired extends Forbidden {
  constructor(permission: Permission) {
    super(`${permission}: ${describeRequirement(permission)}`);
  }
}
