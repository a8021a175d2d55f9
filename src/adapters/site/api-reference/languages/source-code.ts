import type { SampleRequest } from '../request-sample.ts';

/** Writes a request in one language. */
export type SampleWriter = (request: SampleRequest) => string;

/** Removes lone surrogates, which no source file can contain. */
const wellFormed = (text: string): string => text.toWellFormed();

/** Text in double quotes with the escapes of JSON, which JavaScript, Python, Go, Java and C# share. */
export const doubleQuoted = (text: string): string => JSON.stringify(wellFormed(text));

/** Text in single quotes, in which Ruby and PHP escape only the quote and the backslash. */
export const singleQuoted = (text: string): string => `'${wellFormed(text).replace(/[\\']/g, '\\$&')}'`;

/** Text in the single quotes of a POSIX shell. */
export const shellQuoted = (text: string): string => `'${wellFormed(text).replaceAll("'", "'\\''")}'`;

/** Indents all lines but the first. */
export const indent = (code: string, spaces: string): string => code.replace(/\n(?=.)/g, `\n${spaces}`);

/** Methods that the libraries of all languages know. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']);

/** Method as a word, such as `Post`; undefined for a method that libraries take as a text only. */
export const methodWord = (method: string): string | undefined =>
  KNOWN_METHODS.has(method) ? method.charAt(0) + method.slice(1).toLowerCase() : undefined;

/** Splits the content type, which some libraries take apart from the other headers. */
export function splitContentType({ headers }: SampleRequest): {
  readonly contentType: string | undefined;
  readonly others: SampleRequest['headers'];
} {
  const isContentType = ({ name }: SampleRequest['headers'][number]): boolean => name.toLowerCase() === 'content-type';
  return {
    contentType: headers.find(isContentType)?.value,
    others: headers.filter((header) => !isContentType(header)),
  };
}

/** Writes the fields of a form as `application/x-www-form-urlencoded`. */
export const encodeForm = (fields: readonly { readonly name: string; readonly value: string }[]): string =>
  new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value])).toString();

/** Groups the fields of a form by name, in order. */
export function fieldsByName<Field extends { readonly name: string }>(
  fields: readonly Field[],
): ReadonlyMap<string, readonly Field[]> {
  const groups = new Map<string, Field[]>();
  for (const field of fields) groups.set(field.name, [...(groups.get(field.name) ?? []), field]);
  return groups;
}

/** Symbols of a language for values of JSON. */
export interface Literals {
  readonly null: string;
  readonly true: string;
  readonly false: string;
  readonly text: (text: string) => string;
  /** Brackets of an object, and what stands between a key and its value. */
  readonly object: readonly [open: string, separator: string, close: string];
  readonly emptyObject: string;
}

/** Writes a value of JSON as a literal of a language, one member a line. */
export function writeLiteral(value: unknown, literals: Literals): string {
  if (value === null || typeof value === 'boolean') return literals[String(value) as 'null' | 'true' | 'false'];
  if (typeof value === 'string') return literals.text(value);
  if (typeof value !== 'object') return String(value);
  const [open, separator, close] = Array.isArray(value) ? ['[', '', ']'] : literals.object;
  const members = Array.isArray(value)
    ? value.map((member) => writeLiteral(member, literals))
    : Object.entries(value).map(([key, member]) => literals.text(key) + separator + writeLiteral(member, literals));
  if (members.length === 0) return Array.isArray(value) ? '[]' : literals.emptyObject;
  return `${open}\n${members.map((member) => `  ${indent(member, '  ')}`).join(',\n')}\n${close}`;
}
