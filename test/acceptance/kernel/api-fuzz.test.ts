import { expect } from 'chai';
import { backends } from '../../support/backends.ts';
import { fuzzOperations } from '../../support/routes/fuzz-operations.ts';
import { makePlace } from '../../support/routes/places.ts';
import { World } from '../../support/world.ts';

describe('requests that fit the API reference', () => {
  it('are answered as the reference states, and refused only for rules that it states', async () => {
    const world = await World.create(await backends[0]!.instance());
    const { requests, findings } = await fuzzOperations({ world, place: await makePlace(world), seed: 1, rounds: 1 });
    expect(findings.map(({ operation, kind, detail }) => `${operation} ${kind}\n${detail}`)).to.deep.equal([]);
    expect(requests).to.be.greaterThan(250);
  });
});
