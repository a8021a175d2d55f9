import { signal } from '@preact/signals';
import { THEME_KEY } from '../api/stored-entries.ts';

export type Theme = 'system' | 'light' | 'dark';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

const stored = localStorage.getItem(THEME_KEY);
/** Chosen color scheme; `system` follows the browser. */
export const theme = signal<Theme>(ORDER.find((one) => one === stored) ?? 'system');

const apply = (): void => void (document.documentElement.dataset['theme'] = theme.value);
apply();

/** Chooses the next color scheme. */
export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length]!;
  localStorage.setItem(THEME_KEY, theme.value);
  apply();
}
