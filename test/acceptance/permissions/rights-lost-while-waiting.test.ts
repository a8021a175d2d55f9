import { expect } from 'chai';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { GatedServer } from '../../support/routes/gated-server.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { until } from '../../support/until.ts';
import { apiOf, must, World, type Person } from '../../support/world.ts';

const NAMES = ['updateSpaceContent', 'updateChangeRequestContent', 'mergeChangeRequest', 'restoreRevision'] as const;
type Name = (typeof NAMES)[number];

onEveryBackend('commands whose caller loses access while they wait for a branch', (backend) => {
  let time: TimeTravel;
  let world: World;
  let server: GatedServer;
  let writer: Person;
  before(async () => {
    time = await TimeTravel.start(backend);
    world = await World.create(time.instance);
    const routes = ROUTES.filter(({ useCase }) => NAMES.some((name) => name === useCase.name));
    server = await GatedServer.start(time.instance, routes, { prepares: true });
  });
  after(() => server.stop());
  beforeEach(async () => (writer = await world.member('create')));

  const store = <T>(task: (work: Work) => Promise<T>): Promise<T> => {
    const context = { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null };
    return time.instance.container.get(Tokens.UnitOfWork).run({ ...context, at: time.now }, task);
  };
  const changes = (title: string) => ({
    changes: [{ operation: 'insert_page', title, document: { markdown: 'Words.\n' } }],
  });
  const edit = async (path: string, title: string): Promise<void> =>
    void must(await world.admin.api.post(path, changes(title)), 200);

  /** A space with two revisions and a change request. */
  const makePlace = async () => {
    const space = await world.space();
    const at = `/v1/spaces/${space.id}`;
    await edit(`${at}/content`, 'First');
    const { id: changeRequestId } = must(
      await world.admin.api.post(`${at}/change-requests`, { subject: 'Words' }),
      201,
    );
    await edit(`${at}/change-requests/${changeRequestId}/content`, 'Second');
    return { spaceId: space.id as string, changeRequestId: changeRequestId as string, revisionId: space.revision };
  };
  type Place = Awaited<ReturnType<typeof makePlace>>;
  const headsOf = async ({ spaceId, changeRequestId }: Place): Promise<readonly string[]> => [
    must(await world.admin.api.get(`/v1/spaces/${spaceId}`), 200).revision,
    must(await world.admin.api.get(`/v1/spaces/${spaceId}/change-requests/${changeRequestId}`), 200).revision,
  ];
  const BODIES: Readonly<Record<Name, object | undefined>> = {
    updateSpaceContent: changes('Third'),
    updateChangeRequestContent: changes('Third'),
    mergeChangeRequest: undefined,
    restoreRevision: undefined,
  };

  /** Sends a request that waits for its branch for a second, and removes its caller meanwhile. */
  const statusAfter = async (name: Name, place: Place): Promise<number> => {
    const route = ROUTES.find(({ useCase }) => useCase.name === name) as Route;
    const { method, path } = partsOf(route);
    const target = path.replace(/:(\w+)/g, (_, field: keyof Place) => place[field]);
    server.reached = 0;
    // With `If-Match`, an edit of a change request takes the lock.
    const [, head] = await headsOf(place);
    const headers: Record<string, string> = name === 'updateChangeRequestContent' ? { 'if-match': `"${head}"` } : {};
    const { answer } = await store(async (work) => {
      await work.branches.lock(place.spaceId, place.spaceId, place.changeRequestId);
      const sent = apiOf(server, writer.token)(method, target, BODIES[name], headers);
      await until(async () => server.reached > 0);
      await store(async (other) => {
        const { organizationId } = world;
        await other.members.delete((await other.members.find({ organizationId, userId: writer.userId }))!);
      });
      time.later(1_000);
      return { answer: sent };
    });
    return (await answer).status;
  };

  for (const name of NAMES)
    it(`[A77] ${name} stores nothing`, async () => {
      const place = await makePlace();
      const before = await headsOf(place);
      expect(await statusAfter(name, place)).to.equal(404);
      expect(await headsOf(place)).to.deep.equal(before);
    });
});
