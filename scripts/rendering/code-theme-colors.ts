import { bundledThemes } from 'shiki/themes';
import { normalizeTheme, type ThemeRegistrationResolved } from 'shiki/core';
import { TOKEN_KINDS } from '../../src/adapters/site/content/token-kinds.ts';
import { CODE_THEMES, type CodeTheme } from '../../src/domain/sites/code-themes.ts';

/** Contrast of text to its ground, more than the 4.5 that people need, as lines may have another ground. */
const MIN_CONTRAST = 5;

type Rgb = readonly [number, number, number];

/** Themes of ours: those of GitHub on the grounds of the palette, and two without colors. */
const OWN: Readonly<Record<string, { readonly base: string; readonly ground: string; readonly isMonochrome?: true }>> =
  {
    'default-light': { base: 'github-light', ground: '#f5f6f8' },
    'default-dark': { base: 'github-dark', ground: '#1e2127' },
    'monochrome-light': { base: 'github-light', ground: '#f5f6f8', isMonochrome: true },
    'monochrome-dark': { base: 'github-dark', ground: '#1e2127', isMonochrome: true },
  };

/** Returns the colors of every theme, as the product contains them. */
export async function codeThemeColors(): Promise<Record<CodeTheme, string>> {
  const entries = CODE_THEMES.map(async (name): Promise<[CodeTheme, string]> => {
    const own = OWN[name];
    const load = bundledThemes[(own?.base ?? name) as keyof typeof bundledThemes];
    if (load === undefined) throw new Error(`Shiki has no theme ${name}`);
    const theme = normalizeTheme((await load()).default);
    const ground = rgb(own?.ground ?? theme.bg);
    const text = readable(rgb(theme.fg), ground);
    const colors = TOKEN_KINDS.map(({ name: kind, scopes }) => {
      const color = own?.isMonochrome ? undefined : colorOf(theme, scopes);
      const soft = own?.isMonochrome && kind === 'comment' ? mix(text, ground, 0.4) : text;
      return readable(color === undefined ? soft : rgb(color), ground);
    });
    return [name, [ground, text, ...colors].map(hex).join(' ')];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<CodeTheme, string>;
}

/** Returns the color of the first scope that the theme has a rule for. */
function colorOf({ settings }: ThemeRegistrationResolved, scopes: readonly string[]): string | undefined {
  for (const scope of scopes) {
    let best: { readonly color: string; readonly length: number } | undefined;
    for (const { scope: selectors = [], settings: style } of settings)
      for (const selector of (typeof selectors === 'string' ? selectors.split(',') : selectors).map((one) =>
        one.trim(),
      ))
        if (
          style?.foreground !== undefined &&
          !selector.includes(' ') &&
          (scope === selector || scope.startsWith(`${selector}.`)) &&
          selector.length >= (best?.length ?? 0)
        )
          best = { color: style.foreground, length: selector.length };
    if (best !== undefined) return best.color;
  }
  return undefined;
}

function rgb(color: string): Rgb {
  const digits = color.replace('#', '');
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
}

const hex = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (a: Rgb, b: Rgb, part: number): Rgb =>
  a.map((value, i) => value * (1 - part) + b[i]! * part) as unknown as Rgb;

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Moves a color towards black or white until it has enough contrast. */
function readable(color: Rgb, ground: Rgb): Rgb {
  const end: Rgb = luminance(ground) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let part = 0; part <= 1; part += 0.05) {
    const moved = mix(color, end, part);
    if (contrast(moved.map(Math.round) as unknown as Rgb, ground) >= MIN_CONTRAST) return moved;
  }
  return end;
}
