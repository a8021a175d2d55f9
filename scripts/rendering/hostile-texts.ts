/** Marks of Markdown, HTML and block tags, with letters, from which repeated texts are composed. */
const SIGNS = [
  ...'abé1 \n\t_*~`$@.:/|#>-+=!&;<>[](){}%"\'^\\?,',
  ...['www.', 'http://', '@b.c', '](', '[^', ']:', '<a>', '</a>', '<!--', '<b x="', '{% ', ' %}', '{{', '}}', '&amp;'],
  ...['```', '\n- ', '\n> ', '\n1. ', '\n\n', '|-'],
] as const;
const MAX_SIGNS = 6;

export type Random = () => number;

/** Creates a seeded generator of numbers from 0 up to 1 (mulberry32): the same seed gives the same texts. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Text of any length that repeats short strings. */
export interface HostileText {
  readonly shape: 'repeated' | 'nested' | 'alternating' | 'prefixed' | 'table' | 'front-matter';
  readonly parts: readonly string[];
}

export const repeated = (part: string): HostileText => ({ shape: 'repeated', parts: [part] });

/** Strings that took long to read, or that a reviewer named. */
export const KNOWN_TEXTS: readonly HostileText[] = [
  ...['a_b ', 'a@b_c ', '@a_b ', 'a@b.c ', 'www.a ', '- a\n', '> ', '> a\n\n', '[', '![', '[a](', '<a ', '<!--'].map(
    repeated,
  ),
  ...['`a', '**a** ', '*a_', '&', '{% ', '{{', '\\', '|', 'a|', '- ', '1. ', '#\n', '[a][a]', '[^a]', '~a', '$$a'].map(
    repeated,
  ),
  ...['a\n', '\t', ' ', '<a>', '<b x="', '"', '(', '_', '*', '=\n', '-\n', '\n', '[^http://)'].map(repeated),
  { shape: 'nested', parts: ['*a ', 'b*'] },
  { shape: 'nested', parts: ['[', ']'] },
  { shape: 'nested', parts: ['<b>', '</b>'] },
  { shape: 'nested', parts: ['> ', '- '] },
  { shape: 'alternating', parts: ['*a ', '_b '] },
  { shape: 'alternating', parts: ['`', '``'] },
];

/** Generates the text with about `length` UTF-16 units. */
export function textOf({ shape, parts }: HostileText, length: number): string {
  const [first = '', second = ''] = parts;
  const times = (part: string, units: number): string => part.repeat(Math.max(1, Math.floor(units / part.length)));
  switch (shape) {
    case 'repeated':
      return times(first, length);
    case 'nested':
      return times(first, length / 2) + times(second, length / 2);
    case 'alternating':
      return times(first + second, length);
    case 'prefixed':
      return first + times(second, length);
    case 'table':
      return `| a | b |\n| - | - |\n${times(`| ${parts.map((part) => part.replaceAll('\n', '')).join(' | ')} |\n`, length)}`;
    case 'front-matter':
      return `---\n${times(first, length)}\n---\n${second}`;
  }
}

/** The simplest shape is the most frequent. */
const SHAPES = [
  ...(['repeated', 'repeated', 'repeated', 'repeated'] as const),
  ...(['nested', 'alternating', 'prefixed', 'table', 'front-matter'] as const),
];

/** Generates another random text. */
export function randomText(random: Random): HostileText {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const part = (): string => Array.from({ length: 1 + Math.floor(random() * MAX_SIGNS) }, () => pick(SIGNS)).join('');
  const shape = pick(SHAPES);
  return { shape, parts: shape === 'repeated' ? [part()] : [part(), part()] };
}
