import { expect } from 'chai';
import * as z from 'zod';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { OWN_IDS, PLAIN_FIELDS, SECOND_IDS } from '../../support/routes/second-ids.ts';
import { World } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const routeOf = (operation: string): Route => ROUTES.find(({ useCase }) => useCase.name === operation)!;

/** The fields of a schema that are text, and the names of records. */
function textFields(schema: any, path = ''): string[] {
  const own = schema.type === 'string' && schema.enum === undefined && schema.const === undefined ? [path] : [];
  const below = (more: any, to: string): string[] => (typeof more === 'object' ? textFields(more, to) : []);
  return [
    ...own,
    ...['anyOf', 'oneOf', 'allOf'].flatMap((of) => (schema[of] ?? []).flatMap((each: any) => textFields(each, path))),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      textFields(each, path === '' ? name : `${path}.${name}`),
    ),
    ...below(schema.items, `${path}[]`),
    ...(typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0
      ? [`${path}{}`, ...below(schema.additionalProperties, `${path}{}`)]
      : []),
  ];
}

describe('the table of second ids', () => {
  it('has every field that could name a resource, and no other', () => {
    const found = ROUTES.flatMap(({ useCase: { name }, body, query }) =>
      [body, query && z.object(query)]
        .flatMap((schema) =>
          schema === undefined
            ? []
            : textFields(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })),
        )
        .map((field) => `${name} ${field}`),
    ).filter((each) => !OWN_IDS.has(each) && !PLAIN_FIELDS.has(each.split(/[ .]/).at(-1)!));
    const listed = SECOND_IDS.flatMap(({ operations, field }) =>
      operations.map((operation) => `${operation} ${field}`),
    );
    const missing = found.filter((each) => !listed.includes(each));
    const outdated = listed.filter((each) => !found.includes(each));
    expect({ missing, outdated }).to.deep.equal({ missing: [], outdated: [] });
  });
});

onEveryBackend('second ids in requests', (backend) => {
  let world: World;
  let [place, foreign]: Place[] = [];
  before(async function () {
    world = await World.create(await backend.instance());
    place = await makePlace(world);
    foreign = await makePlace(await World.create(world.instance));
  });

  for (const { operations, field, names, send, status } of SECOND_IDS)
    for (const operation of operations)
      it(`[A4] are authorized in ${operation}: ${field}`, async () => {
        const route = routeOf(operation);
        const ask = async (id: string): Promise<unknown> => {
          const sent = send(id, place!);
          const path = pathAt(route, place!);
          const answer =
            typeof sent === 'string'
              ? await world.admin.api('GET', path + sent)
              : await world.admin.api(partsOf(route).method, path, sent);
          const said = JSON.stringify(answer.body)
            .replaceAll(id, '<id>')
            .replace(/"requestId":"[^"]*"/, '');
          expect(answer.status, said).to.equal(status);
          // Operations in bulk refuse in the result of each item.
          const [result] = answer.body?.results ?? [];
          if (status === 200 && operation.startsWith('bulk')) {
            expect(result.status, said).to.equal('error');
            return said;
          }
          // It is this field that is wrong.
          const named = answer.body?.error?.issues?.[0].path.replace(`.${id}`, '{}').replace(/\.\d+(?=\.|$)/g, '[]');
          if (status === 400) expect(field.startsWith(named), said).to.equal(true);
          if (status === 404) expect(named, said).to.equal(field);
          // What was written is another one each time.
          return answer.status < 300 && partsOf(route).method !== 'GET' ? answer.status : [answer.status, said];
        };
        expect(await ask(foreign![names]!)).to.deep.equal(await ask(UNKNOWN));
      });
});
