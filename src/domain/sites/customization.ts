/** A colour for readers who prefer a light and for those who prefer a dark page. */
interface Themed {
  readonly light: string;
  readonly dark: string;
}
const themed = (light: string, dark: string): Themed => ({ light, dark });

/**
 * How a site looks, as long as nobody says otherwise (contract: SiteCustomization). Everything that is off is off because
 * published sites do without it.
 */
export const defaultCustomization = (title: string) => ({
  title,
  styling: {
    theme: 'clean' as const,
    primaryColor: themed('#2456c7', '#8ab0ff'),
    infoColor: themed('#2456c7', '#8ab0ff'),
    successColor: themed('#157347', '#6cc795'),
    warningColor: themed('#96610a', '#e7b352'),
    dangerColor: themed('#b3261e', '#ff8f86'),
    corners: 'rounded' as const,
    depth: 'flat' as const,
    links: 'default' as const,
    font: 'Inter' as const,
    monospaceFont: 'JetBrainsMono' as const,
    background: 'plain' as const,
    icons: 'regular' as const,
    sidebar: { background: 'default' as const, list: 'default' as const },
    search: 'subtle' as const,
  },
  internationalization: { locale: 'en' as const },
  favicon: {},
  header: { preset: 'default' as const, links: [] },
  footer: { groups: [] },
  themes: { default: 'light' as const, toggeable: false },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: 'none' as const },
  advancedCustomization: { enabled: false },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: false },
  externalLinks: { target: 'self' as const },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
});

export type SiteCustomization = ReturnType<typeof defaultCustomization>;
