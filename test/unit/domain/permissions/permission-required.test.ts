import { expect } from 'chai';
import { PermissionRequired } from '../../../../src/domain/permissions/permission-required.ts';
import { POLICY, type Permission } from '../../../../src/domain/permissions/policy.ts';

describe('PermissionRequired', () => {
  it('names the permission and the level that has it', () => {
    const { message } = new PermissionRequired('space:edit');
    expect(message).to.equal('requires the permission space:edit: level edit or higher in the space');
  });

  it('states for every permission of the policy who has it', () => {
    for (const permission of Object.keys(POLICY) as Permission[]) {
      const { message, category } = new PermissionRequired(permission);
      expect(category).to.equal('forbidden');
      expect(message, permission).to.match(
        /: (?:level \w+ or higher in the \w+|the caller must be .+|any .*API token.*)$/,
      );
    }
  });
});
