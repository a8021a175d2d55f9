import LineBreaker from 'linebreak';
import type { ImageRef, Inline, Style } from '../content/blocks.ts';
import type { Face, PlacedGlyph } from '../fonts/face.ts';
import { widthOf } from '../fonts/face.ts';
import type { FontSet } from '../fonts/font-set.ts';
import type { Mark } from '../pages/layout-box.ts';
import { directionsOf, mirrored, type Directions } from './bidi.ts';

/** An image or a formula within a line, as large as it is to be there. */
export interface Drawn {
  readonly width: number;
  /** From the base line up, and down. */
  readonly above: number;
  readonly below: number;
  /** Placed from where it begins on the base line. */
  readonly marks: readonly Mark[];
}

/** A part of a paragraph that is drawn in one go: no line ends within it. */
export interface Word {
  readonly level: number;
  readonly style: Style;
  readonly size: number;
  readonly face: Face;
  readonly glyphs: readonly PlacedGlyph[];
  readonly text: string;
  /** With its trailing space. */
  readonly width: number;
  /** Without it. */
  readonly inked: number;
  /** How many of the glyphs are the trailing space. */
  readonly blanks: number;
  /** Whether a line may end behind it. */
  readonly breaks: boolean;
  readonly drawn?: Drawn;
  /** Places that are named here. */
  readonly names: readonly string[];
}

/** Letters that change with their neighbours, marks that stand on letters, pictures made of several: the font's own rules place them. */
const COMPLEX =
  /[\u0300-\u036f\u0590-\u109f\u1780-\u17ff\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ua8e0-\ua8ff\ufb1d-\ufdff\ufe20-\ufe2f\ufe70-\ufeff]|[\ud83c-\ud83e]/;
/** Characters without a shape of their own. */
const INVISIBLE =
  /[\u00ad\u200b\u2060\ufe00-\ufe0f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const PICTURE = '\ufffc';
/** One piece of text longer than this without a place to break is rare and costs; it is cut. */
const MAX_WORD = 400;

export interface Words {
  readonly words: readonly Word[];
  readonly directions: Directions;
  /** Names behind the last word. */
  readonly names: readonly string[];
}

/** Divides a paragraph (without forced line ends) into words of one look, script and direction each, and measures them. */
export function wordsOf(
  inlines: readonly Inline[],
  size: number,
  shelf: FontSet,
  given: 'ltr' | 'rtl' | undefined,
  drawnOf: (inline: Inline) => Drawn | undefined,
): Words {
  const spans: { readonly start: number; readonly inline: Inline; readonly drawn: Drawn | undefined }[] = [];
  let text = '';
  for (const inline of inlines) {
    if (inline.kind === 'break') continue;
    const drawn = drawnOf(inline);
    spans.push({ start: text.length, inline, drawn });
    text +=
      drawn !== undefined
        ? PICTURE
        : inline.kind === 'text'
          ? inline.text
          : inline.kind === 'image'
            ? wordsFor(inline.image)
            : inline.kind === 'formula'
              ? inline.tex
              : '';
  }
  const directions = directionsOf(text, given);
  const stops = stopsOf(text);
  const words: Word[] = [];
  let names: string[] = [];
  spans.forEach(({ start, inline, drawn }, i) => {
    if (inline.kind === 'name') names.push(inline.name);
    if (inline.kind === 'name' || inline.kind === 'break') return;
    if (drawn !== undefined) {
      words.push({
        level: directions.levelAt(start),
        style: inline.style,
        size,
        face: shelf.main(inline.style),
        glyphs: [],
        text: '',
        width: drawn.width,
        inked: drawn.width,
        blanks: 0,
        breaks: stops.has(start + 1),
        drawn,
        names,
      });
      names = [];
    } else {
      const end = spans[i + 1]?.start ?? text.length;
      const style = inline.kind === 'formula' ? { ...inline.style, italic: true } : inline.style;
      for (const run of runsOf(text, start, end, style, shelf, directions, stops)) {
        words.push(measured(run, style, size * style.scale, names));
        names = [];
      }
    }
  });
  return { words, directions, names };
}

/** What stands for an image that is not printed. */
export const wordsFor = ({ alt }: ImageRef): string => (alt === '' ? '' : `[${alt.replaceAll(/\s+/g, ' ')}]`);

/** Places behind which a line may end, by Unicode's rules. */
function stopsOf(text: string): ReadonlySet<number> {
  const stops = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) stops.add(next.position);
  return stops;
}

interface Run {
  readonly text: string;
  readonly level: number;
  readonly face: Face;
  readonly breaks: boolean;
}

function* runsOf(
  text: string,
  start: number,
  end: number,
  style: Style,
  shelf: FontSet,
  directions: Directions,
  stops: ReadonlySet<number>,
): Generator<Run> {
  let from = start;
  let face: Face | undefined;
  let level = 0;
  for (let at = start; at < end;) {
    const codePoint = text.codePointAt(at)!;
    const length = codePoint > 0xffff ? 2 : 1;
    const joins =
      face !== undefined &&
      (codePoint === 0x200d ||
        codePoint === 0xfe0f ||
        isMark(codePoint) ||
        (codePoint === 0x20 && at > from && face.name !== 'emoji' && face.has(codePoint)));
    const own = joins ? face! : shelf.for(codePoint, style);
    const ownLevel = directions.levelAt(at);
    if (face !== undefined && at > from && (own !== face || ownLevel !== level)) {
      yield { text: text.slice(from, at), level, face, breaks: false };
      from = at;
    }
    [face, level] = [own, ownLevel];
    at += length;
    if (stops.has(at) || at - from > MAX_WORD) {
      yield { text: text.slice(from, at), level, face, breaks: true };
      from = at;
      face = undefined;
    }
  }
  if (from < end && face !== undefined) yield { text: text.slice(from, end), level, face, breaks: false };
}

const isMark = (codePoint: number): boolean =>
  (codePoint >= 0x300 && codePoint <= 0x36f) || (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff);

function measured(
  { text: written, level, face, breaks }: Run,
  style: Style,
  size: number,
  names: readonly string[],
): Word {
  const glyphs = glyphsOf(written, level, face);
  const blank = /[ \u00a0]*$/.exec(written.replace(INVISIBLE, ''))![0].length;
  const blanks = Math.min(blank, glyphs.length);
  const inked = level % 2 === 1 ? glyphs.slice(blanks) : glyphs.slice(0, glyphs.length - blanks);
  return {
    level,
    style,
    size,
    face,
    glyphs,
    text: written,
    width: widthOf(glyphs, size),
    inked: widthOf(inked, size),
    blanks,
    breaks,
    names,
  };
}

export function glyphsOf(written: string, level: number, face: Face): readonly PlacedGlyph[] {
  const complex = COMPLEX.test(written);
  const text = complex
    ? written.replace(/[\ufe00-\ufe0f\u00ad\u200b]/g, '')
    : written.replace(INVISIBLE, '').replaceAll('\t', '    ');
  if (level % 2 === 0) return complex ? face.shaped(text, 'ltr') : face.plain(text);
  const seen = mirrored(text);
  return complex ? face.shaped(seen, 'rtl') : [...face.plain(seen)].reverse();
}

/** The same word in its letters, for lines that are too narrow for it. */
export function lettersOf(word: Word): readonly Word[] {
  const letters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(word.text)];
  return letters.map(({ segment }, i) =>
    measured(
      { text: segment, level: word.level, face: word.face, breaks: i < letters.length - 1 || word.breaks },
      word.style,
      word.size,
      i === 0 ? word.names : [],
    ),
  );
}
