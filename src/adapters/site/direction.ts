import type { Direction } from '../../domain/content/text/text-direction.ts';

const RTL_LANGUAGES = new Set([
  'ar',
  'arc',
  'azb',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'nqo',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
]);
const RTL_SCRIPTS = new Set(['arab', 'hebr', 'nkoo', 'syrc', 'thaa', 'adlm']);

/** Returns the writing direction of a language; a script subtag takes precedence over the language. */
export function directionOfLanguage(language: string): Direction {
  const [primary = '', ...rest] = language.toLowerCase().split(/[-_]/);
  const script = rest.find((part) => /^[a-z]{4}$/.test(part));
  return (script === undefined ? RTL_LANGUAGES.has(primary) : RTL_SCRIPTS.has(script)) ? 'rtl' : 'ltr';
}
