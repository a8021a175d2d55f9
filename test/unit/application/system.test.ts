import { expect } from 'chai';
import { InitiatorJobType, SystemJobType, type JobType } from '../../../src/application/kernel/job-type.ts';
import { JOB_TYPES } from '../../../src/application/system/job-types.ts';
import { JOBS } from '../../../src/application/system/jobs.ts';
import { POLICY } from '../../../src/domain/permissions/policy.ts';

describe('JOB_TYPES', () => {
  const types: readonly JobType<never>[] = Object.values(JOB_TYPES);
  const names = types.flatMap((type) => type.names);

  it('[A74] have one handler each, and no handler is without a type', () => {
    expect(JOBS.map(({ type }) => type.name).sort()).to.deep.equal(types.map(({ name }) => name).sort());
  });

  it('[A74] name a known permission of the initiator, or a reason for the rights of the system', () => {
    for (const type of types) {
      if (type instanceof InitiatorJobType) expect(POLICY, type.name).to.have.property(type.permission);
      else expect((type as SystemJobType<never>).reason, type.name).to.match(/\w+ \w+/);
    }
  });

  it('have names in kebab case, of which none is used twice, former names included', () => {
    for (const { name } of types) expect(name).to.match(/^[a-z]+(-[a-z]+)*$/);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('are known under their former names, so that jobs that wait through an upgrade are run', () => {
    expect(names).to.include.members([
      'collect-unneeded',
      'projectBacklog',
      'forgetSpentMarks',
      'recordFailedSignIn',
      'sendInvitation',
      'sendPasswordLink',
    ]);
  });
});
