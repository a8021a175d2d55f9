export const RULES = [
  'identifier',
  'participle-type',
  'file-name',
  'docstring',
  'message',
  'summary',
  'description',
  'test-title',
] as const;
export type Rule = (typeof RULES)[number];

/** One place where a name or a text breaks a rule of the vocabulary. */
export interface Violation {
  readonly rule: Rule;
  /** Relative to the root, with slashes. */
  readonly file: string;
  /** From one. */
  readonly line: number;
  readonly found: string;
  readonly suggestion: string;
}

/** Banned phrases of a text, as whole words and whatever their case. */
export function bannedPhrases(
  text: string,
  ...banned: readonly Readonly<Record<string, string>>[]
): readonly (readonly [found: string, suggestion: string])[] {
  return banned.flatMap((phrases) =>
    Object.entries(phrases).filter(([phrase]) => new RegExp(`\\b${phrase.replace(' ', '\\s+')}\\b`, 'i').test(text)),
  );
}
