import { expect } from 'chai';
import * as z from 'zod';
import { isGuardField } from '../../../../src/adapters/http/kernel/unknown-fields.ts';
import { ROUTES } from '../../../../src/adapters/http/routes.ts';
import { requestFields, requestOf, withoutNames } from '../../../support/routes/client-requests.ts';

/** Fields with which a client restricts who sees or changes something, and for how long. */
const RESTRICTING = new Set([
  'draft',
  'hidden',
  'intent',
  'readonly',
  'readOnly',
  'visibility',
  'defaultLevel',
  'editMode',
  'inviteLinks',
  'sso',
  'mergeRules',
  'condition',
  'expiresAt',
]);

/** Tells whether a schema has a field at a path, in any of its variants. */
function hasField(schema: z.core.$ZodType | undefined, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object')
    return Object.hasOwn(def.shape, name)
      ? hasField(def.shape[name], rest)
      : def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
  if (def.type === 'array') return hasField(def.element, [name, ...rest]);
  if (def.type === 'union') return def.options.some((option) => hasField(option, [name, ...rest]));
  if (def.type === 'record') return hasField(def.valueType, rest);
  if (def.type === 'lazy') return hasField(def.getter(), [name, ...rest]);
  if (def.type === 'pipe') return hasField(def.in, [name, ...rest]);
  if ('innerType' in def) return hasField(def.innerType, [name, ...rest]);
  return def.type === 'unknown' || def.type === 'any';
}

/** Clients, each with some of the fields that it can restrict something with. */
const CLIENTS: readonly (readonly [client: string, version: string, some: readonly string[]])[] = [
  ['@gitbook/api', '0.130.0', ['updateSiteById visibility', 'updateSiteSpaceById condition']],
  [
    'gitbook-api-newest',
    '0.202.0',
    [
      'updateSpaceById mergeRules',
      'updateSiteById visibility',
      'updateSiteSpaceById condition',
      'updateChangeRequestContent changes.hidden',
    ],
  ],
];

for (const [client, version, some] of CLIENTS)
  describe(`requests of the client ${version}`, () => {
    it('apply each restriction that they contain, or are refused', () => {
      const routes = new Map(ROUTES.map((route) => [withoutNames(requestOf(route)), route]));
      const fields = requestFields(client).flatMap(({ name, request, path, in: part }) => {
        const route = routes.get(withoutNames(request));
        return RESTRICTING.has(path.at(-1)!) && route !== undefined ? [{ name, path, part, route }] : [];
      });
      const ignored = fields.filter(({ route, path, part }) => {
        const schema = part === 'query' ? z.object(route.query ?? {}) : (route.body ?? z.object({}));
        return !hasField(schema, path) && !isGuardField(path.at(-1)!);
      });
      expect(ignored.map(({ name, path }) => `${name} ${path.join('.')}`)).to.deep.equal([]);
      expect(fields.map(({ name, path }) => `${name} ${path.join('.')}`)).to.include.members(some);
    });
  });
