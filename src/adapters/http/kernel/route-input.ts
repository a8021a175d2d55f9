import * as z from 'zod';
import { Invalid } from '../../../domain/kernel/errors.ts';
import { findTextProblem } from '../../../domain/kernel/storable-text.ts';
import { idParam } from './fields.ts';
import { limit } from './input.ts';
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

/** Returns the path parameters of a request. @throws Invalid naming a parameter whose text cannot be stored */
export function checkedPath(parameters: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(parameters)) {
    const wrong = findTextProblem(value);
    if (wrong !== undefined) throw Invalid.field(name, wrong);
  }
  return { ...parameters };
}
