import { expect } from 'chai';
import { Tokens } from '../../src/composition/tokens.ts';
import { onEveryBackend } from '../support/backends.ts';
import { must, World } from '../support/world.ts';

const STATUS = '/v1/instance/status';

onEveryBackend('getInstanceStatus', (backend) => {
  let world: World;
  beforeEach(async () => {
    world = await World.create(await backend.instance());
  });
  const read = async (): Promise<any> => must(await world.operator.get(STATUS), 200);

  it('has no problems on a new instance, and counts jobs and what was collected', async () => {
    const status = await read();
    expect(status).to.include({ object: 'instance-status' });
    expect(status.problems).to.deep.equal([]);
    expect(status.jobs).to.have.all.keys('waiting', 'scheduled', 'running', 'cancelling', 'failed');
    expect(status.garbageCollection).to.include({ deletedObjects: 0, deletedFiles: 0 });
    expect(status).not.to.have.property('backups');
  });

  it('lists the organizations that store most, with their titles', async () => {
    const before = await read();
    const { id } = await world.space();
    const content = Buffer.alloc(12_345, world.organizationId);
    const file = { name: 'a.bin', contentType: 'application/octet-stream', base64: content.toString('base64') };
    must(
      await world.admin.api.post(`/v1/spaces/${id}/content`, {
        changes: [{ operation: 'insert_files', files: [file] }],
      }),
      200,
    );
    const { storage } = await read();
    expect(storage.files - before.storage.files).to.equal(content.length);
    const { title } = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}`), 200);
    expect(storage.organizations.find((one: any) => one.id === world.organizationId)).to.deep.equal({
      id: world.organizationId,
      title,
      bytes: content.length,
    });
    if (backend.name === 'memory') expect(storage).not.to.have.property('database');
    else expect(storage.database).to.be.above(1_000_000);
  });

  it('says what keeps the instance from working, and which jobs have failed', async () => {
    const { states, jobs } = {
      states: world.instance.container.get(Tokens.InstanceStates),
      jobs: world.instance.container.get(Tokens.Reads).jobs,
    };
    const { secretKey } = await states.read();
    const counts = jobs.counts.bind(jobs);
    try {
      await states.update(async (known) => ({ ...known, secretKey: 'of another instance' }));
      jobs.counts = async () => [
        {
          name: 'print-pdf',
          counts: { waiting: 1, scheduled: 0, running: 2, cancelling: 0, failed: 3 },
          oldestWaitingSeconds: 0,
        },
      ];
      // Results of checks are valid for a second.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const status = await read();
      expect(status.jobs).to.include({ waiting: 1, running: 2, failed: 3 });
      expect(status.problems).to.have.length(2);
      expect(status.problems[0]).to.include('the secret key is not that of the instance');
      expect(status.problems[1]).to.equal('3 jobs have failed: see the list of jobs');
    } finally {
      jobs.counts = counts;
      await states.update(async (known) => ({ ...known, secretKey }));
    }
  });

  it('is for the operator alone', async () => {
    must(await world.admin.api.get(STATUS), 403);
  });
});
