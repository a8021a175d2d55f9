import type * as z from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = {
  url: 'a URL',
  email: 'an e-mail address',
  datetime: 'a time in ISO 8601, such as 2026-01-31T12:00:00Z',
  date: 'a date, such as 2026-01-31',
  uuid: 'a UUID',
};
const SIZES: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item', map: 'member' };

/**
 * Returns the message of an issue of a request, which follows the name of the field; undefined for an issue whose
 * schema has a message of its own.
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${typeName(issue.expected)}`;
    case 'too_small':
      return `must ${bound(issue, issue.minimum, 'at least', 'greater than')}`;
    case 'too_big':
      return `must ${bound(issue, issue.maximum, 'at most', 'less than')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be ${oneOf(issue.values)}`;
    case 'invalid_union':
      return discriminatorMessage(issue);
    case 'invalid_format':
      return issue.format === 'regex'
        ? `must match the pattern ${String(issue['pattern'])}`
        : `must be ${FORMATS[issue.format] ?? `a valid ${issue.format}`}`;
    case 'unrecognized_keys':
      return `must not have the members ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return `has an invalid name (${issue.issues.map(({ message }) => message).join('; ')})`;
    default:
      return undefined;
  }
}

/** Returns the message of a value that has none of the types that its field allows. */
export const typesMessage = (types: readonly string[]): string =>
  `must be ${[...new Set(types.map(typeName))].join(' or ')}`;

const typeName = (type: string): string => TYPES[type] ?? `of the type ${type}`;

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;

/** Describes a minimum or maximum: of a number, or of the size of something else. */
function bound(
  { origin, inclusive, exact }: { readonly origin: string; readonly inclusive?: boolean; readonly exact?: boolean },
  limit: number | bigint,
  inclusively: string,
  exclusively: string,
): string {
  const unit = SIZES[origin];
  if (unit === undefined) return `be ${inclusive === false ? exclusively : inclusively} ${limit}`;
  return `have ${exact === true ? 'exactly' : inclusively} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`;
}

function discriminatorMessage({ discriminator, options, input }: z.core.$ZodRawIssue): string | undefined {
  if (typeof discriminator !== 'string' || !Array.isArray(options)) return undefined;
  const isMissing = (input as Readonly<Record<string, unknown>> | null)?.[discriminator] === undefined;
  return isMissing ? `is required and must be ${oneOf(options)}` : `must be ${oneOf(options)}`;
}
