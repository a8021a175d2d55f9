/** Contrast that text needs to be readable, by the Web Content Accessibility Guidelines (level AA). */
export const READABLE_CONTRAST = 4.5;
/** Steps in which a color approaches another one. */
const STEPS = 20;

type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rgb` or `#rrggbb`. */
function toRgb(color: string): Rgb {
  const digits = color.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const part = (at: number): number => Number.parseInt(full.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function luminance(color: string): number {
  const [red, green, blue] = toRgb(color).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors, from 1 to 21; colors are `#rgb` or `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Mixes two colors. @param part part of the first one, from 0 to 1 */
export function mixColors(one: string, other: string, part: number): string {
  const [first, second] = [toRgb(one), toRgb(other)];
  const mixed = first.map((value, i) => Math.round(value * part + second[i]! * (1 - part)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the first of the colors in which text is readable on a ground; black or white if none is. */
export const readableAmong = (colors: readonly string[], ground: string): string =>
  [...colors, '#000000', '#ffffff'].find((one) => contrastOf(one, ground) >= READABLE_CONTRAST)!;

/** Returns the color nearest to `color` on the way to `text` in which text is readable on a ground; `text` if none is. */
export function readableShade(color: string, text: string, ground: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = step === 0 ? color : mixColors(text, color, step / STEPS);
    if (contrastOf(shade, ground) >= READABLE_CONTRAST) return shade;
  }
  return text;
}
