import { IRREGULAR_PARTICIPLES, NAMES, NO_PARTICIPLES, TERMS, WHOLE_NAMES } from './words.ts';

/** Lowercase words of a name in camel, kebab, snake or constant case. */
const wordsOfName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** Suggestion for an export or a file that is named by banned words. */
export const suggestionForName = (name: string): string | undefined =>
  Object.hasOwn(WHOLE_NAMES, name) ? WHOLE_NAMES[name] : suggestionForMember(name);

/** Suggestion for a member or a variable whose name has banned words. */
export function suggestionForMember(name: string): string | undefined {
  const words = TERMS.reduce((rest, term) => rest.replace(` ${term} `, ' '), ` ${wordsOfName(name).join(' ')} `);
  const found = Object.keys(NAMES)
    .filter((banned) => words.includes(` ${banned} `))
    .sort((a, b) => b.length - a.length)[0];
  return found === undefined ? undefined : `${NAMES[found]} (instead of "${found}")`;
}

/** Tells whether a name of a type ends in a participle. */
export function endsInParticiple(name: string): boolean {
  const last = wordsOfName(name).at(-1)!;
  return IRREGULAR_PARTICIPLES.has(last) || (/[a-z]{2}ed$/.test(last) && !NO_PARTICIPLES.has(last));
}
