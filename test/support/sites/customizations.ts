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
  ai: { mode: 'search' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: true },
  pageActions: { externalAI: true, markdown: true },
  externalLinks: { target: 'blank' },
  pagination: { enabled: false },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
};

type Target = Readonly<Record<string, string>>;
/** Positions of links, each with a function that creates a customization with one link there. */
export const LINK_PLACES: Readonly<Record<string, (to: Target) => object>> = {
  'header.links[].to': (to) => ({ header: { ...CUSTOMIZATION.header, links: [{ title: 'Link', to, links: [] }] } }),
  'header.links[].links[].to': (to) => ({
    header: { ...CUSTOMIZATION.header, links: [{ title: 'Menu', to: null, links: [{ title: 'Link', to }] }] },
  }),
  'footer.groups[].links[].to': (to) => ({ footer: { groups: [{ title: 'Group', links: [{ title: 'Link', to }] }] } }),
  'announcement.link.to': (to) => ({
    announcement: { enabled: true, message: 'Words', style: 'info', link: { title: 'Link', to } },
  }),
};
