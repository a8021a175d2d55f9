import { expect } from 'chai';
import { BACKGROUND_WORK, type BackgroundRights } from '../../../src/application/system/background-work.ts';
import { JOB_NAMES } from '../../../src/application/system/jobs.ts';
import { POLICY } from '../../../src/domain/permissions/policy.ts';

describe('BACKGROUND_WORK', () => {
  const entries = Object.entries<BackgroundRights>(BACKGROUND_WORK);

  it('[A74] names the rights of every job, and of nothing else', () => {
    expect(Object.keys(BACKGROUND_WORK).sort()).to.deep.equal([...JOB_NAMES].sort());
  });

  it('[A74] gives a reason for each job with rights of the system, and a known permission for each other', () => {
    for (const [name, entry] of entries) {
      if (entry.rights === 'system') expect(entry.reason, name).to.match(/\w+ \w+/);
      else expect(POLICY, name).to.have.property(entry.permission);
    }
  });
});
