import { isObject } from '../../../domain/kernel/is-object.ts';
import type { MediaModel, ParameterModel } from '../../../domain/openapi-specs/reference/reference-model.ts';
import { valueText } from './value-text.ts';

/** Place and form of a parameter in a request. */
export interface ParameterForm extends Pick<ParameterModel, 'name' | 'in'> {
  readonly style: keyof typeof STYLES | 'deepObject';
  /** True if each item or member is written as a value of its own. */
  readonly isExploded: boolean;
}

interface Style {
  readonly prefix?: string;
  /** Text between values of their own. */
  readonly separator: string;
  /** Text between the parts of one value. */
  readonly delimiter: string;
  /** True if the name of the parameter is written. */
  readonly isNamed?: true;
}

const STYLES = {
  simple: { separator: ',', delimiter: ',' },
  label: { prefix: '.', separator: '.', delimiter: ',' },
  matrix: { prefix: ';', separator: ';', delimiter: ',', isNamed: true },
  form: { separator: '&', delimiter: ',', isNamed: true },
  spaceDelimited: { separator: '&', delimiter: '%20', isNamed: true },
  pipeDelimited: { separator: '&', delimiter: '%7C', isNamed: true },
} as const satisfies Readonly<Record<string, Style>>;

const isStyle = (style: string | undefined): style is ParameterForm['style'] =>
  style === 'deepObject' || (style !== undefined && Object.hasOwn(STYLES, style));

/** Tells whether a media type is that of forms, which are written like queries. */
export const isFormType = (type: string | undefined): boolean =>
  type !== undefined && /^application\/x-www-form-urlencoded\b/i.test(type);

/** Returns the form of a parameter, with the defaults of OpenAPI. */
export function parameterForm({
  name,
  in: place,
  style,
  isExploded,
  mediaType,
}: Pick<ParameterModel, 'name' | 'in'> & Partial<ParameterModel>): ParameterForm {
  if (place === 'querystring')
    return { name, in: place, style: isFormType(mediaType) ? 'form' : 'simple', isExploded: true };
  const own = isStyle(style) ? style : place === 'query' || place === 'cookie' ? 'form' : 'simple';
  return { name, in: place, style: own, isExploded: isExploded ?? own === 'form' };
}

/**
 * Writes a value by the style of its parameter: what replaces the name in a path, pairs of a query, or the value of a
 * header, or the whole query; percent-encoded in paths and queries. An empty list or object is an empty text.
 */
export function serializeParameter({ name, in: place, style, isExploded }: ParameterForm, value: unknown): string {
  if (place === 'querystring') return serializeQuery(style, value);
  const encode = place === 'path' || place === 'query' ? encodeURIComponent : (text: string): string => text;
  const textOf = (each: unknown): string => encode(valueText(each));
  const isMap = isObject(value);
  if (style === 'deepObject' && isMap) return deepPairs(name, value).join('&');
  const { prefix = '', separator, delimiter, isNamed }: Style = STYLES[style === 'deepObject' ? 'form' : style];
  const pair = (key: string, text: string): string =>
    style === 'matrix' && text === '' ? encode(key) : `${encode(key)}=${text}`;
  const named = (text: string): string => (isNamed === true ? pair(name, text) : text);
  const join = (values: readonly string[]): string =>
    values.length === 0 ? '' : prefix + values.join(place === 'cookie' ? '; ' : separator);
  if (isMap && isExploded) return join(Object.entries(value).map(([key, member]) => pair(key, textOf(member))));
  const values = isMap
    ? Object.entries(value).flatMap(([key, member]) => [encode(key), textOf(member)])
    : (Array.isArray(value) ? value : [value]).map(textOf);
  if (values.length === 0) return '';
  return join(isExploded ? values.map(named) : [named(values.join(delimiter))]);
}

/** Returns the forms of the fields of a form for which the document states a style. */
export const fieldForms = ({ fields = [] }: MediaModel): readonly ParameterForm[] =>
  fields.map((field) => parameterForm({ ...field, in: 'query' }));

/** Returns the pairs by which a field of a form is written: by its stated style, or each item of a list by itself. */
export function fieldPairs(
  name: string,
  value: unknown,
  form: ParameterForm | undefined,
): readonly (readonly [name: string, value: string])[] {
  if (form !== undefined) return [...new URLSearchParams(serializeParameter(form, value))];
  return (Array.isArray(value) ? value : [value]).map((each: unknown) => [name, valueText(each)] as const);
}

/** Writes the whole query: the members of a form, the text of one as it is, or another value as encoded text. */
function serializeQuery(style: ParameterForm['style'], value: unknown): string {
  if (style !== 'form') return encodeURIComponent(valueText(value));
  if (typeof value !== 'object' || value === null) return valueText(value);
  return Object.entries(value)
    .flatMap(([name, member]) =>
      (Array.isArray(member) ? member : [member]).map((item: unknown) => [name, item] as const),
    )
    .map(([name, item]) => `${encodeURIComponent(name)}=${encodeURIComponent(valueText(item))}`)
    .join('&');
}

/** Writes each member as a pair with its path in brackets; OpenAPI leaves nested members and lists open. */
const deepPairs = (path: string, value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(path, item));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, member]) => deepPairs(`${path}[${key}]`, member));
  return [`${encodeURIComponent(path)}=${encodeURIComponent(valueText(value))}`];
};
