/** Colors of a page by style name, for light and dark color schemes. */
export const LIGHT = {
  text: '#1d2129',
  soft: '#5b6370',
  ground: '#ffffff',
  raised: '#f5f6f8',
  line: '#dfe2e8',
  accent: '#2456c7',
  'accent-text': '#2456c7',
  'on-accent': '#ffffff',
  info: '#2456c7',
  success: '#157347',
  warning: '#96610a',
  danger: '#b3261e',
  mark: '#fff1a8',
} as const;
export const DARK: Palette = {
  text: '#e6e8ec',
  soft: '#a2a9b5',
  ground: '#14161a',
  raised: '#1e2127',
  line: '#343943',
  accent: '#8ab0ff',
  'accent-text': '#8ab0ff',
  'on-accent': '#14161a',
  info: '#8ab0ff',
  success: '#6cc795',
  warning: '#e7b352',
  danger: '#ff8f86',
  mark: '#5c4b00',
};
export type Palette = Readonly<Record<keyof typeof LIGHT, string>>;

/** Formats custom properties as declarations. */
export const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

/** Custom properties whose value depends on the color scheme. */
export const themedDeclarations = (
  light: Readonly<Record<string, string>>,
  dark: Readonly<Record<string, string>>,
): string =>
  declarations(
    Object.fromEntries(
      Object.entries(light).map(([name, value]) => {
        const other = dark[name] ?? value;
        return [name, other === value ? value : `light-dark(${value}, ${other})`];
      }),
    ),
  );
