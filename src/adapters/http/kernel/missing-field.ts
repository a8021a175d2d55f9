import { NotFound } from '../../../domain/kernel/errors.ts';

/** Parts of a request that name resources. */
interface RequestParts {
  readonly path: object;
  readonly query: object;
  readonly body: unknown;
}

/**
 * Names the field of the query or the body with the id of a resource that was not found; the error of a resource that
 * the path names stays as it is.
 */
export function nameMissingField(error: NotFound, { path, query, body }: RequestParts): NotFound {
  const { kind, id } = error;
  if (id === undefined || Object.values(path).includes(id)) return error;
  const field = pathOf(query, id, '') ?? pathOf(body, id, '');
  if (field === undefined) return error;
  return new NotFound(kind, id, [{ path: field, message: `names no ${kind} that you can see` }]);
}

/** Returns the path of the first text or name of a member that is the id. */
function pathOf(value: unknown, id: string, at: string): string | undefined {
  if (typeof value !== 'object' || value === null) return value === id ? at : undefined;
  for (const [name, inside] of Object.entries(value)) {
    const path = at === '' ? name : `${at}.${name}`;
    if (name === id) return path;
    const found = pathOf(inside, id, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
