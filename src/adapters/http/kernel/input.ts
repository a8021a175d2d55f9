import * as z from 'zod';
import { Invalid, type Issue } from '../../../domain/kernel/errors.ts';
import { findTextProblem } from '../../../domain/kernel/storable-text.ts';
import { MAX_ISSUES } from './json-guard.ts';
import { typesMessage, validationMessage } from './validation-messages.ts';

/** Parses a value by a schema. @throws Invalid naming every wrong field, below `prefix` */
export function check<T>(schema: z.ZodType<T>, value: unknown, prefix = ''): T {
  const result = schema.safeParse(value, { error: validationMessage });
  if (result.success) return result.data;
  throw new Invalid(distinct(result.error.issues.slice(0, MAX_ISSUES).flatMap((issue) => flatten(issue, prefix))));
}

/** Returns each issue once: a value may break several rules that have the same message. */
const distinct = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify([issue.path, issue.message]), issue])).values(),
];

/** Beginning of a message that follows the name of a field. */
const PREDICATE = /^(?:must|may|is|has|contains)\b/;

/** Parses the body of a request, as `check` does; an issue of the whole body names the body. @throws Invalid */
export function checkBody<T>(schema: z.ZodType<T>, body: unknown): T {
  try {
    return check(schema, body);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(
      error.issues.map((issue) =>
        issue.path === '' && PREDICATE.test(issue.message) ? { ...issue, message: `the body ${issue.message}` } : issue,
      ),
    );
  }
}

/** Flattens an issue; those of a union are the issues of the variant with the best match. */
function flatten(issue: z.core.$ZodIssue, prefix: string): Issue[] {
  const path = [prefix, ...issue.path.map(String)].filter(Boolean).join('.');
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const types = issue.errors.map(typeOfValue);
    if (types.every((type) => type !== undefined)) return [{ path, message: typesMessage(types) }];
    const closest = [...issue.errors].sort(
      (a, b) => depthOf(b) - depthOf(a) || missingIn(a) - missingIn(b) || a.length - b.length,
    )[0]!;
    return closest.flatMap((inner) => flatten(inner, path));
  }
  return [{ path, message: issue.message }];
}
/** Returns the expected type, where the value itself has a wrong one. */
const typeOfValue = ([issue]: readonly z.core.$ZodIssue[]): string | undefined =>
  issue?.code === 'invalid_type' && issue.path.length === 0 && issue.message !== 'is required'
    ? issue.expected
    : undefined;
/** Number of missing members: a variant whose members were given is closer than one that lacks them. */
const missingIn = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.filter(({ message }) => message === 'is required').length;
const depthOf = (issues: readonly z.core.$ZodIssue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));

/** Schema of a query parameter that may be repeated: `authors=a&authors=b`. */
export const many = <S extends z.ZodType>(of: S) => z.array(of);
const isMany = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? isMany(schema.unwrap() as z.ZodType)
    : schema instanceof z.ZodArray;

/** Schema of a query parameter that is `true` or `false`. */
export const flag = () => z.enum(['true', 'false']).transform((text) => text === 'true');

/** Schema of the page size of a list: an integer from 0 to 1000, unless the list has its own limits. */
export const limit = (
  byDefault: number,
  { min, max }: { readonly min: number; readonly max: number } = { min: 0, max: 1000 },
) => {
  const error = `must be an integer from ${min} to ${max}`;
  // Number() also reads other notations, such as 1e2 and 0x10.
  const parse = (text: unknown): unknown => (/^\d{1,9}$/.test(String(text)) ? Number(text) : text);
  return z.preprocess(parse, z.int(error).min(min, error).max(max, error)).prefault(byDefault);
};

const MAX_PARAMETERS = 100;

/** Decodes a part of a query string; undefined if it is not valid percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Creates a parser of the query parameters in `shape`; it ignores others. @throws Invalid */
export function queryReader(
  shape: Readonly<Record<string, z.ZodType>>,
): (querystring: string) => Record<string, unknown> {
  const schema = z.object(shape);
  const names = Object.entries(shape).map(([name, each]) => ({ name, takesMany: isMany(each) }));
  let ofNothing: Record<string, unknown> | undefined;
  return (querystring) => {
    if (querystring === '') return (ofNothing ??= check(schema, {}));
    const query: Record<string, unknown> = {};
    if (names.length > 0) {
      const parameters = querystring
        .split('&')
        .map((pair) => [pair.split('=', 1)[0] as string, pair.slice(pair.indexOf('=') + 1 || pair.length)] as const);
      if (parameters.length > MAX_PARAMETERS)
        throw Invalid.field('', `the request has more than ${MAX_PARAMETERS} query parameters`);
      const issues: Issue[] = [];
      for (const { name, takesMany } of names) {
        const values = parameters.filter(([key]) => decoded(key) === name).map(([, value]) => decoded(value));
        if (values.length === 0) continue;
        const wrong = values
          .map((value) => (value === undefined ? 'is not valid percent-encoded UTF-8' : findTextProblem(value)))
          .find((message) => message !== undefined);
        if (wrong !== undefined) issues.push({ path: name, message: wrong });
        else if (takesMany) query[name] = values;
        else if (values.length > 1) issues.push({ path: name, message: 'must not be given more than once' });
        else query[name] = values[0];
      }
      if (issues.length > 0) throw new Invalid(issues);
    }
    return check(schema, query);
  };
}
