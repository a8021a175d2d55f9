/** Limits of a password's length in characters; the maximum bounds the work of hashing. */
const PASSWORD_LENGTH = { min: 10, max: 200 } as const;

/** Words that are common in guessed passwords. */
const COMMON_WORDS = [
  'password',
  'passwort',
  'qwertyuiop',
  'qwerty',
  'asdfghjkl',
  'letmein',
  'welcome',
  'iloveyou',
  'administrator',
  'admin',
  'changeme',
  'default',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'monkey',
  'superman',
  'trustno1',
  'starwars',
  'whatever',
  'secret',
  'login',
  'master',
  'hello',
  'quire',
];
const KEY_SEQUENCES = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn',
];

/** Normalizes a password, so that different encodings of the same characters are equal. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/**
 * Describes the problem of a chosen password; `undefined` if there is none. Length matters most; in addition, the first
 * guesses of attackers are rejected: common words with digits appended, sequences, repetitions, the user's own name or
 * address.
 * @param about address and name of the user
 */
export function findPasswordProblem(password: string, about: readonly string[]): string | undefined {
  const characters = [...normalizePassword(password)];
  if (characters.length < PASSWORD_LENGTH.min) return `must have at least ${PASSWORD_LENGTH.min} characters`;
  if (characters.length > PASSWORD_LENGTH.max) return `must have at most ${PASSWORD_LENGTH.max} characters`;
  if (new Set(characters).size < 5) return 'must contain more different characters';
  const plain = characters.join('').toLowerCase();
  // Password without the digits and signs around a word.
  const core = plain
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    .replaceAll('@', 'a')
    .replaceAll('0', 'o')
    .replaceAll('$', 's');
  if (
    COMMON_WORDS.includes(core) ||
    COMMON_WORDS.some((word) => isRepeated(core, word)) ||
    KEY_SEQUENCES.some((run) => run.includes(plain))
  )
    return 'is too common';
  const own = about.flatMap((text) => [text, text.split('@')[0]!]).map((text) => text.toLowerCase().trim());
  if (own.some((text) => text.length > 2 && (plain === text || core === text)))
    return 'must not be your name or e-mail address';
  return undefined;
}

const isRepeated = (text: string, word: string): boolean =>
  text.length > 0 && text.length % word.length === 0 && text === word.repeat(text.length / word.length);
