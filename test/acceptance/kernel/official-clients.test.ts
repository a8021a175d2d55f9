import { expect } from 'chai';
import { startExampleInstance } from '../../../scripts/openapi/examples/example-instance.ts';
import { walk } from '../../../scripts/openapi/examples/scenario.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { ClientCaller, OFFICIAL_CLIENTS } from '../../support/routes/client-caller.ts';
import { requestOf, withoutNames } from '../../support/routes/client-requests.ts';

const OPERATIONS = new Set(ROUTES.map((route) => withoutNames(requestOf(route))));

for (const client of OFFICIAL_CLIENTS)
  describe(`the official client ${client.version}`, () => {
    let caller: ClientCaller;
    let stop: () => Promise<void>;
    before(async () => {
      const example = await startExampleInstance();
      ({ stop } = example);
      const { instance, clock, input } = example;
      caller = new ClientCaller(client, instance.url, instance.adminToken, clock);
      await walk(caller, input);
    });
    after(() => stop?.());
    const available = (): string[] =>
      [...caller.methods].filter(([request]) => OPERATIONS.has(request)).map(([, { name }]) => name);

    it('calls each of its methods that has an operation with success', () => {
      expect(available().filter((name) => !caller.succeeded.includes(name))).to.deep.equal([]);
      expect(caller.succeeded).to.have.length(available().length);
    });

    it('sends requests of its types, and gets answers of them', () => {
      expect(caller.problems).to.deep.equal([]);
    });

    it('gets each of these methods refused without a token, and for an unknown object, with a message', () => {
      const wrong = [...caller.failed].filter(
        ([, statuses]) => [...statuses].some((status) => ![400, 401, 404].includes(status)) || statuses.size === 0,
      );
      expect(wrong.map(([name, statuses]) => `${name} ${[...statuses].join(', ')}`)).to.deep.equal([]);
      expect([...caller.failed.keys()].sort()).to.deep.equal(available().sort());
    });

    it('gets the version of the instance, which no group of its methods has', async () => {
      const { version } = (await caller.invokeDirectly('getApiInformation')) as { version: string };
      expect(version).to.be.a('string');
      await caller.invokeDirectly('getApiInformation', { 'Quire-Version': 'none' }).then(
        () => expect.fail('an unknown version was accepted'),
        ({ code, errorMessage }: { code: number; errorMessage: string }) => {
          expect(code).to.equal(400);
          expect(errorMessage).to.include('Quire-Version');
        },
      );
    });
  });
