export { GlossaryScreen } from './glossary.tsx';
export { TranslationScreen } from './translation.tsx';
export { TranslationsScreen } from './translations.tsx';
