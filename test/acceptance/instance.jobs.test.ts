import { expect } from 'chai';
import { JOB_KINDS } from '../../src/application/instance.jobs.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import type { JobRequest } from '../../src/ports/kernel/jobs.ts';
import { onEveryBackend } from '../support/backends.ts';
import { isError as expectError } from '../support/http-errors.ts';
import { startMailServer, type MailServer } from '../support/servers/mail-server.ts';
import { startWebsite } from '../support/servers/website.ts';
import { instanceWith } from '../support/translation-world.ts';
import { poll, until } from '../support/until.ts';
import { apiOf, must, World, type Answer } from '../support/world.ts';

const JOBS = '/v1/instance/jobs';

onEveryBackend('instance jobs', (backend) => {
  let world: World;
  let mail: MailServer;
  let hanging: { readonly url: string; arrived: number };
  before(async () => {
    mail = await startMailServer();
    hanging = await startHangingWebsite();
    world = await World.create(await instanceWith(backend, { SMTP_URL: mail.url, SMTP_FROM: 'docs@quire.example' }));
  });
  const list = async (query = ''): Promise<any> => must(await world.operator.get(`${JOBS}?${query}`), 200);
  const get = (id: string) => world.operator.get(`${JOBS}/${id}`);
  const act = (id: string, action: 'retry' | 'cancel') => world.operator.post(`${JOBS}/${id}/${action}`);
  /** Enqueues a job for a later time or at once. */
  const enqueue = (request: JobRequest): Promise<void> =>
    world.instance.container.get(Tokens.UnitOfWork).run(
      {
        organizationId: null,
        spaceId: null,
        actorId: null,
        tokenId: null,
        requestId: null,
        at: new Date().toISOString(),
      },
      (work) => work.jobs.enqueue(request),
    );
  const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
  /** Makes a space follow a branch that does not exist, and returns the job of its next check. */
  async function followedSpace(): Promise<{ space: any; job: any }> {
    const space = await world.space();
    must(
      await world.admin.api.put(`/v1/spaces/${space.id}/git/follow`, {
        url: 'http://127.0.0.1:9/none.git',
        ref: 'refs/heads/main',
        interval: 3600,
      }),
      200,
    );
    return { space, job: await nextCheck(space.id) };
  }
  const nextCheck = (spaceId: string): Promise<any> =>
    poll(
      'the next check is scheduled',
      async () =>
        (await list('kind=follow-git-branch&status=scheduled&limit=1000')).items.find(
          ({ subject }: any) => subject.id === spaceId,
        ),
      (job) => job !== undefined,
    );
  /** Starts an import that lasts until it is cancelled. */
  async function hangingImport(): Promise<{ space: any; run: any }> {
    const space = await world.space();
    const before = hanging.arrived;
    const run = must(
      await world.admin.api.post(`/v1/org/${world.organizationId}/imports`, {
        source: { type: 'website', url: hanging.url },
        target: { space: space.id },
      }),
      201,
    );
    await until(() => hanging.arrived > before);
    return { space, run };
  }
  const runOf = async (id: string): Promise<any> =>
    must(await world.admin.api.get(`/v1/org/${world.organizationId}/imports/${id}`), 200);
  const jobOf = async (runId: string): Promise<any> =>
    (await list(`kind=run-import&organization=${world.organizationId}`)).items.find(
      ({ subject }: any) => subject.id === runId,
    );
  const auditActions = async (action: string): Promise<any[]> =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?action=${action}&limit=100`), 200)
      .items;

  describe('listInstanceJobs', () => {
    it('lists jobs by kind, queue, status and organization, with an exact count and pages', async () => {
      const { space, job } = await followedSpace();
      await followedSpace();
      expect(job).to.deep.include({
        object: 'job',
        kind: 'follow-git-branch',
        queue: 'content',
        status: 'scheduled',
        subject: { type: 'space', id: space.id },
        attempts: 0,
        maxAttempts: 5,
      });
      expect(job.urls.location).to.equal(`${world.instance.publicUrl}${JOBS}/${job.id}`);
      const scheduled = await list('kind=follow-git-branch&status=scheduled&limit=1');
      expect(scheduled.items).to.have.lengthOf(1);
      expect(scheduled.count).to.be.at.least(2);
      const second = await list(
        `kind=follow-git-branch&status=scheduled&limit=1&page=${encodeURIComponent(scheduled.next.page)}`,
      );
      expect(Number(second.items[0].id)).to.be.lessThan(Number(scheduled.items[0].id));
      expect((await list('kind=follow-git-branch&queue=content')).count).to.be.at.least(2);
      expect((await list('kind=follow-git-branch&queue=mail')).count).to.equal(0);
      expect((await list('kind=run-import&organization=A0000000000000000000')).count).to.equal(0);
    });

    it('refuses unknown kinds, queues and statuses, and names the field', async () => {
      for (const field of ['kind', 'queue', 'status'])
        expect(isError(await world.operator.get(`${JOBS}?${field}=other`), 400).issues[0].path).to.equal(field);
    });

    it('shows no payload', async () => {
      const secret = 'a-sealed-secret-of-the-payload';
      await enqueue({
        name: 'send-invitation',
        payload: { inviteId: 'A0000000000000000000', hash: secret, box: secret },
        organizationId: world.organizationId,
        notBefore: inAnHour(),
      });
      await enqueue({
        name: 'send-password-link',
        payload: { email: `${secret}@example.com` },
        notBefore: inAnHour(),
      });
      const { items } = await list('queue=mail&status=scheduled&limit=1000');
      expect(items.map(({ kind }: any) => kind)).to.include.members(['send-invitation', 'send-password-link']);
      expect(JSON.stringify(items)).not.to.include(secret);
    });

    it('is for operators alone', async () => {
      isError(await world.admin.api.get(JOBS), 403);
      isError(await apiOf(world.instance).get(JOBS), 401);
    });
  });

  describe('getInstanceJob', () => {
    it('does not find jobs that have succeeded, or ids that no job has', async () => {
      await enqueue({
        name: 'send-password-link',
        payload: { email: 'without-account@example.com' },
        notBefore: inAnHour(),
      });
      const [{ id: done }] = (await list('kind=send-password-link&status=scheduled')).items;
      expect(must(await get(done), 200)).to.include({ id: done, status: 'scheduled' });
      must(await act(done, 'retry'), 200);
      await until(async () => (await get(done)).status === 404);
      for (const id of ['999999999', 'none', '-1', '1.5']) isError(await get(id), 404);
    });
  });

  describe('cancelInstanceJob', () => {
    it('stops a running import, whose run fails with the reason, and leaves the space as it was', async () => {
      const { space, run } = await hangingImport();
      const { id } = await jobOf(run.id);
      expect(must(await act(id, 'cancel'), 200)).to.include({ id, status: 'cancelling' });
      const ended = await poll(
        'the run ends',
        () => runOf(run.id),
        ({ status }) => status === 'failed',
      );
      expect(ended.reason).to.equal(
        'the import has ended because the operator of the instance cancelled it; start it again',
      );
      await until(async () => (await get(id)).status === 404);
      expect(must(await world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages).to.deep.equal([]);
      const [event] = (await auditActions('job.cancelled')).filter(({ target }) => target.id === id);
      expect(event.payload).to.deep.equal({ kind: 'run-import', subject: { type: 'import-run', id: run.id } });
    });

    it('removes a waiting job, and continues the regular checks of a branch', async () => {
      const { space, job } = await followedSpace();
      expect(must(await act(job.id, 'cancel'), 200)).to.include({ id: job.id, status: 'cancelled' });
      isError(await get(job.id), 404);
      isError(await act(job.id, 'cancel'), 404);
      expect((await nextCheck(space.id)).id).not.to.equal(job.id);
    });

    it('refuses work that the instance depends on', async () => {
      const space = await world.space();
      must(await world.admin.api.delete(`/v1/spaces/${space.id}`), 205);
      const purge = (await list('kind=purge-space&status=scheduled&limit=1000')).items.find(
        ({ subject }: any) => subject.id === space.id,
      );
      expect(isError(await act(purge.id, 'cancel'), 409).message).to.match(/purge-space cannot be cancelled/);
      must(await get(purge.id), 200);
    });
  });

  describe('retryInstanceJob', () => {
    it('runs a scheduled job at once', async () => {
      const { space, job } = await followedSpace();
      expect(must(await act(job.id, 'retry'), 200)).to.include({ id: job.id, status: 'waiting', attempts: 0 });
      await until(async () => (await nextCheck(space.id)).id !== job.id);
    });

    it('refuses a running job, and runs a mail again that the server had refused for good', async () => {
      const { run } = await hangingImport();
      const { id } = await jobOf(run.id);
      expect(isError(await act(id, 'retry'), 409).message).to.equal('the job is running already');
      must(await act(id, 'cancel'), 200);

      mail.refuseAddresses = true;
      const email = `${run.id}@example.com`.toLowerCase();
      const invites = `/v1/orgs/${world.organizationId}/invites`;
      must(await world.admin.api.post(invites, { emails: [email], role: 'read' }), 200);
      const failed = await poll(
        'the mail has failed',
        async () => (await list(`kind=send-invitation&status=failed&organization=${world.organizationId}`)).items[0],
        (job) => job !== undefined,
      );
      expect(failed).to.deep.include({ attempts: 1, queue: 'mail' });
      expect(failed.error).to.equal('the mail server refused the mail for good (550 5.1.1)');
      const invitation = async (): Promise<any> =>
        must(await world.admin.api.get(`${invites}?limit=1000`), 200).items.find((each: any) => each.email === email);
      expect(await invitation()).to.deep.include({ refusal: '550 5.1.1' });
      expect(await invitation()).not.to.have.property('sentAt');
      expect((await auditActions('invite.refused'))[0].payload).to.deep.equal({ email, status: '550 5.1.1' });

      mail.refuseAddresses = false;
      must(await act(failed.id, 'retry'), 200);
      await until(async () => (await invitation()).sentAt !== undefined);
      expect(await invitation()).not.to.have.property('refusal');
      await until(async () => (await get(failed.id)).status === 404);
    });
  });

  it('are counted in the metrics by kind and state', async () => {
    // The first check of the branch was done.
    await followedSpace();
    const counted = /^quire_job_attempts_total\{kind="follow-git-branch",outcome="succeeded"\} [1-9]/m;
    const { text } = await poll('the attempt is counted', metrics, (found) => counted.test(found.text));
    for (const kind of JOB_KINDS) expect(text).to.include(`quire_jobs{kind="${kind}",state="failed"}`);
    expect(text).to.match(/^quire_jobs_oldest_waiting_seconds\{kind="run-import"\} \d/m);
    expect(text).to.match(/^quire_job_seconds_count\{kind="follow-git-branch"\} [1-9]/m);
  });
  const metrics = async (): Promise<{ text: string }> => ({
    text: await (await fetch(`${world.instance.url}/metrics`)).text(),
  });
});

/** Checks an error and returns it. */
function isError(answer: Answer, status: number): any {
  expectError(answer, status);
  return answer.body.error;
}

/** Starts a website whose first page is never sent to its end. */
async function startHangingWebsite(): Promise<{ readonly url: string; arrived: number }> {
  const state = { url: '', arrived: 0 };
  const { origin } = await startWebsite({
    '/': (_, response) => {
      state.arrived++;
      response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><title>Slow</title>');
    },
  });
  state.url = `${origin}/`;
  return state;
}
