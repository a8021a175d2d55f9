/** Applies the color scheme that the reader chose before the page is painted. */
export const THEME_SCRIPT =
  'try{const t=localStorage.getItem("quire-theme");if(t)document.documentElement.dataset.theme=t}catch{}';

/** Lets browsers load pages of this host ahead when the reader points at a link; a script adds these rules. */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/*~quire/*' } },
          { selector_matches: 'nav a, .s-content a' },
          { not: { selector_matches: '[target], [download]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/**
 * Inline scripts of pages, also those that scripts add, the same on every page; the content security policy names their
 * hashes.
 */
export const INLINE_SCRIPTS: readonly string[] = [THEME_SCRIPT, SPECULATION_RULES];
