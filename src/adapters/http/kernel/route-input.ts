import * as z from 'zod';
import { Invalid } from '../../../domain/kernel/errors.ts';
import { findTextProblem } from '../../../domain/kernel/storable-text.ts';
import { idParam } from './fields.ts';
import { check, limit } from './input.ts';
import { partsOf, type Route } from './route.ts';

const DEFAULT_LIMIT = 50;
const changeRequestId = idParam.meta({ description: 'ID, or number within the space.' });

/** Returns the schemas of the path parameters of an operation, in the order of the path. */
export const pathShapeOf = (route: Route): Readonly<Record<string, z.ZodType<string>>> =>
  Object.fromEntries(
    [...partsOf(route).path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      route.path?.[name] ?? (name === 'changeRequestId' ? changeRequestId : idParam),
    ]),
  );

/** Returns the schemas of the query parameters of an operation, with those of its pages if it is a list. */
export const queryShapeOf = (route: Route): Readonly<Record<string, z.ZodType>> => ({
  ...route.query,
  ...(route.paged && {
    page: z.string().max(2000).optional(),
    limit: limit(route.defaultLimit ?? DEFAULT_LIMIT, route.limits),
  }),
});

/**
 * Creates a parser of the path parameters of an operation. Only the rest parameter of a path may be absent.
 * @throws Invalid naming a parameter that does not fit, or whose text cannot be stored
 */
export function pathReader(
  route: Route,
): (parameters: Readonly<Record<string, string | undefined>>) => Record<string, unknown> {
  const shape = pathShapeOf(route);
  const schema = z.object(shape);
  const absent = Object.fromEntries(Object.keys(shape).map((name) => [name, '']));
  return (parameters) => {
    const path = { ...absent, ...parameters };
    for (const [name, value = ''] of Object.entries(path)) {
      const wrong = findTextProblem(value);
      if (wrong !== undefined) throw Invalid.field(name, wrong);
    }
    return check(schema, path);
  };
}
