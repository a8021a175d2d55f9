import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { LOSSES, losingIn } from '../../support/losses.ts';
import { startMailServer, type MailServer } from '../../support/servers/mail-server.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

const MANY = 1_000;

onEveryBackend('inviteUsersToOrganization', (backend) => {
  let mail: MailServer;
  let time: TimeTravel;
  before(async () => {
    mail = await startMailServer();
    time = await TimeTravel.start(backend, { SMTP_URL: mail.url, SMTP_FROM: 'docs@quire.example' });
  });

  // Invitations hold whatever single sign-on asks of their creator since; joining asks the same.
  for (const loss of LOSSES.filter(({ reason }) => reason !== 'sso-required'))
    it(`[A74] mails nothing, and tells administrators, when the creator ${loss.title} before the invitation is sent`, async function () {
      const world = await World.create(time.instance);
      const person = await world.member('admin');
      const email = `${randomBytes(8).toString('hex')}@example.com`;
      mail.refuse = MANY;
      must(await person.api.post(`/v1/orgs/${world.organizationId}/invites`, { emails: [email], role: 'read' }), 200);
      await until(() => mail.refuse < MANY);
      await losingIn(world, loss, person);
      mail.refuse = 0;
      const events = async (): Promise<any[]> =>
        must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?action=invite.stopped`), 200)
          .items;
      await until(async () => (await events()).length === 1);
      expect((await events())[0].payload).to.deep.equal({ reason: loss.reason, userId: person.userId });
      await until(() =>
        mail.mails.some(({ to, text }) => to.includes(world.admin.email) && text.includes('The invitation of')),
      );
      expect(mail.mails.filter(({ to }) => to.includes(email))).to.deep.equal([]);
    });
});
