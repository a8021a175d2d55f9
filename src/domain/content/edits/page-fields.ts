import type { PageMetadata } from './changes.ts';
import { hasSlug, type Page, type PageFields } from '../page.ts';
import { findSlugProblem } from './slug.ts';
import { isLongerThan } from '../../kernel/text-length.ts';

/** User-editable fields of a page, in the order in which differences are listed. */
export const PAGE_FIELDS = [
  'title',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
  'cover',
  'variables',
  'target',
  'href',
  'linkTitle',
  'computed',
  'computedSeed',
  'frontMatter',
] as const satisfies readonly (keyof PageFields)[];

/** Fields that only one type of page has. */
const FIELDS_OF_TYPE = [
  ['layout', 'document'],
  ['cover', 'document'],
  ['variables', 'document'],
  ['target', 'link'],
  ['href', 'link'],
  ['computed', 'computed'],
  ['computedSeed', 'computed'],
] as const satisfies readonly (readonly [keyof PageFields, Page['type']])[];

/** Contract: emoji and icon have at most 50 characters. */
const MAX_SYMBOL_LENGTH = 50;

/** Returns the first problem of the fields for a page of this type; undefined if there is none. */
export function findFieldProblem(
  meta: PageMetadata,
  type: Page['type'],
): { readonly field: string; readonly message: string } | undefined {
  if (meta.title === '') return { field: 'title', message: 'must not be empty' };
  for (const field of ['emoji', 'icon'] as const) {
    if (isLongerThan(meta[field] ?? '', MAX_SYMBOL_LENGTH))
      return { field, message: `must have at most ${MAX_SYMBOL_LENGTH} characters` };
  }
  for (const [field, only] of FIELDS_OF_TYPE) {
    if (only !== type && meta[field] !== undefined && !isDefaultValue(meta[field]))
      return { field, message: `a ${type} page has no ${field}` };
    if (only === type && meta[field] === null && isRequired(field))
      return { field, message: `is required for a ${type} page` };
  }
  if (meta.slug === undefined) return undefined;
  if (!hasSlug(type)) return { field: 'slug', message: `a ${type} page has no slug` };
  const message = meta.slug === '' ? undefined : findSlugProblem(meta.slug);
  return message === undefined ? undefined : { field: 'slug', message };
}

/** Fields that links and computed pages require. */
const isRequired = (field: keyof PageFields): boolean => field === 'target' || field === 'computed';

const SET_FIELDS = [...PAGE_FIELDS, 'git'] as const;
const isDefaultValue = (value: unknown): boolean => value === null || value === '' || value === false;

/** Sets fields of a page; defaults (null, empty, false) are stored as absent, so that equal pages are equal records. */
export function withFields<P extends Partial<Page>>(page: P, meta: PageMetadata): P {
  const result: Record<string, unknown> = { ...page };
  for (const field of SET_FIELDS) {
    const value = meta[field];
    if (value === undefined) continue;
    if (isDefaultValue(value)) delete result[field];
    else result[field] = value;
  }
  return result as P;
}
