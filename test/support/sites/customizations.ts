const themed = (light: string, dark: string) => ({ light, dark });

/** Complete customization of a site with a non-default value in every field. */
export const CUSTOMIZATION = {
  styling: {
    theme: 'muted',
    primaryColor: themed('#a1b2c3', '#ABC'),
    infoColor: themed('#111111', '#222222'),
    successColor: themed('#333333', '#444444'),
    warningColor: themed('#555555', '#666666'),
    dangerColor: themed('#777777', '#888888'),
    corners: 'straight',
    depth: 'subtle',
    links: 'accent',
    font: 'Lato',
    monospaceFont: 'FiraCode',
    background: 'match',
    icons: 'solid',
    sidebar: { background: 'filled', list: 'pill' },
    search: 'prominent',
  },
  internationalization: { locale: 'de' },
  favicon: {},
  header: { preset: 'bold', links: [] as object[] },
  footer: { groups: [] as object[] },
  themes: { default: 'dark', toggeable: false },
  pdf: { enabled: true },
  feedback: { enabled: true },
  // The other modes need an answer engine.
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: true },
  pageActions: { externalAI: true, markdown: true },
  externalLinks: { target: 'blank' },
  pagination: { enabled: false },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false, enabled: false },
};

const CODE_THEMES = { light: 'default-light', dark: 'default-dark' };

/** Returns the answer to a customization of the contract: with the fields of newer clients. */
export const withNewerFields = <C extends typeof CUSTOMIZATION>(sent: C) => ({
  ...sent,
  styling: { ...sent.styling, codeTheme: { default: CODE_THEMES, openapi: CODE_THEMES } },
  pageActions: { ...sent.pageActions, mcp: false, items: ['markdown', 'external-ai', 'git', 'pdf'] },
  socialAccounts: [],
});

/** Complete customization as the newest client sends it, with a non-default value in every field. */
export const NEWER_CUSTOMIZATION = (({ pdf: _pdf, git: _git, pageActions: _actions, ...common }) => ({
  ...common,
  localizedTitle: { de: 'Die Doku', ja: 'ドキュメント' },
  styling: {
    ...common.styling,
    headingFont: 'Merriweather',
    codeTheme: {
      default: { light: 'github-light', dark: 'github-dark' },
      openapi: { light: 'nord', dark: 'dracula' },
    },
  },
  header: {
    ...common.header,
    primaryLink: { kind: 'url', url: 'https://example.com/' },
    links: [
      {
        title: 'Status',
        localizedTitle: { de: 'Zustand' },
        to: { kind: 'url', url: 'https://status.example.com/' },
        links: [] as object[],
      },
    ],
  },
  footer: {
    groups: [
      {
        title: 'Company',
        localizedTitle: { de: 'Firma' },
        links: [
          { title: 'Jobs', localizedTitle: { de: 'Stellen' }, to: { kind: 'url', url: 'https://example.com/jobs' } },
        ],
      },
    ],
    copyright: '© Example',
  },
  announcement: { enabled: true, message: 'New', localizedMessage: { de: 'Neu' }, style: 'info' },
  themes: { default: 'system', toggeable: false },
  ai: {
    mode: 'none',
    greeting: 'Hello',
    localizedGreeting: { de: 'Hallo' },
    suggestions: ['How do I start?'],
    instructions: 'Be brief.',
  },
  pageActions: { items: ['mcp', 'git', 'markdown'] },
  socialAccounts: [
    { platform: 'github', handle: 'example', display: { footer: true, header: true } },
    { platform: 'mastodon', handle: 'docs@social.example', display: { footer: true, header: false } },
    { platform: 'discord', handle: 'hidden', display: { footer: false, header: false } },
  ],
}))(CUSTOMIZATION);

type Target = Readonly<Record<string, string>>;
/** Positions of links, each with a function that creates a customization with one link there. */
export const LINK_PLACES: Readonly<Record<string, (to: Target) => object>> = {
  'header.primaryLink': (to) => ({ header: { ...CUSTOMIZATION.header, primaryLink: to } }),
  'header.links[].to': (to) => ({ header: { ...CUSTOMIZATION.header, links: [{ title: 'Link', to, links: [] }] } }),
  'header.links[].links[].to': (to) => ({
    header: { ...CUSTOMIZATION.header, links: [{ title: 'Menu', to: null, links: [{ title: 'Link', to }] }] },
  }),
  'footer.groups[].links[].to': (to) => ({ footer: { groups: [{ title: 'Group', links: [{ title: 'Link', to }] }] } }),
  'announcement.link.to': (to) => ({
    announcement: { enabled: true, message: 'Words', style: 'info', link: { title: 'Link', to } },
  }),
};
