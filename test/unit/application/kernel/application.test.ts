import { expect } from 'chai';
import type { Level } from '../../../../src/domain/permissions/level.ts';
import { Application } from '../../../../src/application/kernel/application.ts';
import { command, query } from '../../../../src/application/kernel/use-case.ts';
import {
  Forbidden,
  NotFound,
  StaleWrite,
  TransactionAborted,
  Unauthenticated,
} from '../../../../src/domain/kernel/errors.ts';

const SPACE = '0'.repeat(20);
const NOW = '2030-01-01T00:00:00.000Z';

interface Around {
  readonly role?: Level | null;
  readonly readOnly?: boolean;
  readonly onRun?: () => void;
  readonly deletedAt?: string | null;
  readonly now?: () => string;
  readonly editMode?: () => string;
}

/** Application with a space on which callers with the token `good` have this access. */
function application({
  role,
  readOnly = false,
  onRun = () => {},
  deletedAt = null,
  now = () => NOW,
  editMode = () => 'live',
}: Around) {
  const caller = { userId: 'u', tokenId: 't', readOnly, operator: false };
  const known = (hash: string) => hash === 'hash of good';
  const access: any = {
    inInstance: async (hash: string) => (known(hash) ? { caller } : undefined),
    inSpace: async (hash: string) =>
      known(hash)
        ? {
            caller,
            scope: {
              organizationId: 'o',
              space: { state: { id: SPACE, deletedAt, editMode: editMode() } },
              access: { role, grantedLevels: [], defaultLevel: 'inherit' },
            },
          }
        : undefined,
  };
  const contexts: any[] = [];
  const unitOfWork: any = {
    run: async (context: unknown, task: (work: unknown) => Promise<unknown>) => (
      contexts.push(context),
      onRun(),
      task({})
    ),
  };
  const services: any = { clock: { now }, tokens: { hash: (secret: string) => `hash of ${secret}` } };
  const noVisitors = { isContentToken: () => false, resolve: async () => undefined };
  return { app: new Application(access, unitOfWork, {} as never, services, noVisitors), contexts };
}

const inSpace = ({ spaceId }: { spaceId: string; ifMatch?: string }) => ({ space: spaceId });
const look = query<{ spaceId: string; ifMatch?: string }>()({
  name: 'look',
  requires: 'space:view',
  scope: inSpace,
  run: async ({ scope }) => scope.level,
});
const edit = command<{ spaceId: string; ifMatch?: string }>()({
  name: 'edit',
  requires: 'space:edit',
  scope: inSpace,
  run: async () => 'edited',
});
const origin = { secret: 'good', requestId: 'r' };
const input = { spaceId: SPACE };

const failure = async (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error) => error,
  );

describe('the application', () => {
  it('refuses callers without a token or with an unknown one', async () => {
    const { app } = application({ role: 'admin' });
    expect(await failure(app.execute(look, { requestId: 'r' }, input))).to.be.instanceOf(Unauthenticated);
    expect(await failure(app.execute(look, { secret: 'bad', requestId: 'r' }, input))).to.be.instanceOf(
      Unauthenticated,
    );
  });

  it('answers alike for resources without a level of the caller and for ids that cannot exist', async () => {
    for (const role of [undefined, null])
      expect(await failure(application({ role }).app.execute(look, origin, input))).to.be.instanceOf(NotFound);
    expect(
      await failure(application({ role: 'admin' }).app.execute(look, origin, { spaceId: 'no id' })),
    ).to.be.instanceOf(NotFound);
  });

  it('hides a deleted space, except from operations on deleted spaces by callers who can restore it', async () => {
    const restore = query<{ spaceId: string }>()({
      name: 'restore',
      requires: 'space:view',
      scope: ({ spaceId }) => ({ space: spaceId, evenDeleted: true as const }),
      run: async ({ scope }) => scope.level,
    });
    const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString();
    const week = 7 * 24 * 60 * 60 * 1000;
    expect(await application({ role: 'create', deletedAt: ago(week) }).app.execute(restore, origin, input)).to.equal(
      'create',
    );
    for (const around of [
      { role: 'review', deletedAt: ago(0) },
      { role: 'admin', deletedAt: ago(week + 1) },
    ] as const)
      expect(await failure(application(around).app.execute(restore, origin, input))).to.be.instanceOf(NotFound);
    for (const useCase of [look, edit])
      expect(
        await failure(application({ role: 'admin', deletedAt: ago(0) }).app.execute<any, any>(useCase, origin, input)),
      ).to.be.instanceOf(NotFound);
  });

  it('refuses operations on visible resources that the level does not permit', async () => {
    const { app } = application({ role: 'comment' });
    expect(await app.execute(look, origin, input)).to.equal('comment');
    expect(await failure(app.execute(edit, origin, input))).to.be.instanceOf(Forbidden);
  });

  it('lets a read-only token read, but not write', async () => {
    const { app, contexts } = application({ role: 'admin', readOnly: true });
    expect(await app.execute(look, origin, input)).to.equal('admin');
    expect((await failure(app.execute(edit, origin, input))).message).to.include('read-only');
    expect(contexts).to.deep.equal([]);
  });

  it('stores caller, place, request and time with the events of a command', async () => {
    const { app, contexts } = application({ role: 'edit' });
    expect(await app.execute(edit, origin, input)).to.equal('edited');
    expect(contexts).to.deep.equal([
      { organizationId: 'o', spaceId: SPACE, actorId: 'u', tokenId: 't', requestId: 'r', address: null, at: NOW },
    ]);
  });

  it('retries a command after a conflict of concurrent writes, at most five times', async () => {
    let runs = 0;
    const losing = (times: number, error: Error) =>
      application({
        role: 'edit',
        onRun: () => {
          if (runs++ < times) throw error;
        },
      }).app;
    expect(await losing(4, new StaleWrite('space')).execute(edit, origin, input)).to.equal('edited');
    expect(runs).to.equal(5);
    runs = 0;
    expect(await failure(losing(5, new TransactionAborted()).execute(edit, origin, input))).to.be.instanceOf(
      TransactionAborted,
    );
    expect(runs).to.equal(5);
  });

  it('retries a write with If-Match only after an error of the database', async () => {
    let runs = 0;
    const losing = (error: Error) =>
      application({
        role: 'edit',
        onRun: () => {
          if (runs++ < 1) throw error;
        },
      }).app;
    expect(
      await failure(losing(new StaleWrite('space')).execute(edit, origin, { ...input, ifMatch: 'r1' })),
    ).to.be.instanceOf(StaleWrite);
    runs = 0;
    expect(await losing(new TransactionAborted()).execute(edit, origin, { ...input, ifMatch: 'r1' })).to.equal(
      'edited',
    );
  });

  it('prepares once, however often it runs', async () => {
    let [prepared, runs] = [0, 0];
    const careful = command<{ spaceId: string; ifMatch?: string }>()({
      name: 'careful',
      requires: 'space:edit',
      scope: inSpace,
      prepare: async () => ++prepared,
      run: async (_context, _input, ready) => ready,
    });
    const { app } = application({
      role: 'edit',
      onRun: () => {
        if (runs++ < 2) throw new StaleWrite('space');
      },
    });
    expect(await app.execute(careful, origin, input)).to.equal(1);
    expect([prepared, runs]).to.deep.equal([1, 3]);
  });

  it('refuses a permission of another kind of place', async () => {
    const wrong = query<{ spaceId: string; ifMatch?: string }>()({
      name: 'wrong',
      requires: 'organization:admin',
      scope: inSpace,
      run: async () => 0,
    });
    expect((await failure(application({ role: 'admin' }).app.execute(wrong, origin, input))).message).to.include(
      'not asked for in the scope',
    );
  });

  it('runs a command anew when the space was locked while the command waited', async () => {
    let editMode = 'live';
    let waitedMs = 0;
    const found: string[] = [];
    const { app } = application({
      role: 'admin',
      editMode: () => editMode,
      now: () => new Date(Date.parse(NOW) + waitedMs).toISOString(),
    });
    const write = command<{ spaceId: string }>()({
      name: 'write',
      requires: 'space:edit',
      scope: inSpace,
      prepare: async () => undefined,
      run: async ({ scope }) => {
        found.push(scope.space.state.editMode);
        editMode = 'locked';
        waitedMs = 501;
      },
    });
    await app.execute(write, origin, input);
    expect(found).to.deep.equal(['live', 'locked']);
  });
});
