import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { htmlAt, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

type Json = Readonly<Record<string, any>>;
const both = (color: string) => ({ light: color, dark: color });

/** Complete customization whose values leave the page without what the fields below show. */
const BASE: Json = {
  styling: {
    theme: 'clean',
    primaryColor: both('#102030'),
    infoColor: both('#102031'),
    successColor: both('#102032'),
    warningColor: both('#102033'),
    dangerColor: both('#102034'),
    corners: 'rounded',
    depth: 'flat',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'JetBrainsMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'subtle',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: false },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: false },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
};

const change = (section: string, fields: Json): Json => ({ ...BASE, [section]: { ...BASE[section], ...fields } });
const to = { kind: 'url', url: 'https://example.com/target' };
const menu = (fields: Json): Json => change('header', { links: [{ title: 'Menu', to, links: [], ...fields }] });
const group = (fields: Json): Json => change('footer', { groups: [{ title: 'Group', links: [], ...fields }] });
const announcement = (fields: Json): Json => ({
  ...BASE,
  announcement: { enabled: true, message: 'Message', style: 'info', ...fields },
});
const account = (fields: Json): Json => ({
  ...BASE,
  socialAccounts: [{ platform: 'github', handle: 'example', ...fields }],
});
const german = (customization: Json): Json => ({ ...customization, internationalization: { locale: 'de' } });
const color = (field: string): Json => change('styling', { [field]: both('#abcdef') });
const codeTheme = (themes: Json): Json =>
  change('styling', {
    codeTheme: { default: codeThemes('default'), openapi: codeThemes('default'), ...themes },
  });
const codeThemes = (name: string) => ({ light: `${name}-light`, dark: `${name}-dark` });
const image = (name: string) => ({
  light: `https://example.com/${name}.png`,
  dark: `https://example.com/${name}-d.png`,
});

/** Customizations that show the field in the page or its style sheet, with the text that only then is there. */
const SHOWN: Readonly<Record<string, readonly [Json, string | RegExp]>> = {
  title: [{ ...BASE, title: 'Other title' }, 'Other title</title>'],
  localizedTitle: [german({ ...BASE, localizedTitle: { de: 'Titel' } }), 'Titel</title>'],
  'styling.theme': [change('styling', { theme: 'gradient' }), 's-theme-gradient'],
  'styling.primaryColor': [color('primaryColor'), '--accent: #abcdef'],
  'styling.tint.color': [change('styling', { tint: { color: both('#abcdef') } }), '--shade: #abcdef'],
  'styling.infoColor': [color('infoColor'), '--info: #abcdef'],
  'styling.successColor': [color('successColor'), '--success: #abcdef'],
  'styling.warningColor': [color('warningColor'), '--warning: #abcdef'],
  'styling.dangerColor': [color('dangerColor'), '--danger: #abcdef'],
  'styling.corners': [change('styling', { corners: 'straight' }), '--corner: 0'],
  'styling.depth': [change('styling', { depth: 'subtle' }), 's-deep'],
  'styling.links': [change('styling', { links: 'accent' }), 's-links-accent'],
  'styling.font': [change('styling', { font: 'Lato' }), '--sans: "Lato"'],
  'styling.headingFont': [change('styling', { headingFont: 'Lato' }), '--headings: "Lato"'],
  'styling.monospaceFont': [change('styling', { monospaceFont: 'FiraCode' }), '--mono: "Fira Code"'],
  'styling.background': [change('styling', { background: 'match' }), /--ground: light-dark\(color-mix/],
  'styling.icons': [change('styling', { icons: 'solid' }), /<svg class="q-icon" viewBox="[^"]*"[^>]*><path d="M241 87/],
  'styling.codeTheme.default': [codeTheme({ default: codeThemes('github') }), /--code-ground: light-dark\(#fff/],
  'styling.codeTheme.openapi': [codeTheme({ openapi: codeThemes('github') }), '.a-op {'],
  'styling.sidebar.background': [
    change('styling', { sidebar: { background: 'filled', list: 'default' } }),
    's-nav-filled',
  ],
  'styling.sidebar.list': [change('styling', { sidebar: { background: 'default', list: 'line' } }), 's-nav-line'],
  'styling.search': [change('styling', { search: 'prominent' }), 's-search-prominent'],
  'internationalization.locale': [german(BASE), '<html lang="de"'],
  'favicon.icon': [
    { ...BASE, favicon: { icon: image('icon') } },
    '<link rel="icon" href="https://example.com/icon.png"',
  ],
  'favicon.emoji': [{ ...BASE, favicon: { emoji: '1f44b' } }, '<link rel="icon" href="data:image/svg+xml'],
  'header.preset': [change('header', { preset: 'contrast' }), '--header-ground'],
  'header.logo': [change('header', { logo: image('logo') }), '<img class="s-logo" src="https://example.com/logo.png"'],
  'header.backgroundColor': [
    change('header', { preset: 'custom', backgroundColor: both('#abcdef') }),
    '--header-ground: #abcdef',
  ],
  'header.linkColor': [change('header', { preset: 'custom', linkColor: both('#abcdef') }), '--header-text: #abcdef'],
  'header.primaryLink': [change('header', { primaryLink: to }), '<a class="s-title" href="https://example.com/target"'],
  'header.links[].title': [menu({}), '>Menu<'],
  'header.links[].localizedTitle': [german(menu({ localizedTitle: { de: 'Speisekarte' } })), '>Speisekarte<'],
  'header.links[].style': [menu({ style: 'button-primary' }), 'class="s-button s-primary"'],
  'header.links[].to': [menu({}), 'href="https://example.com/target"'],
  'header.links[].links[].title': [menu({ to: null, links: [{ title: 'Item', to }] }), '>Item<'],
  'header.links[].links[].localizedTitle': [
    german(menu({ to: null, links: [{ title: 'Item', localizedTitle: { de: 'Eintrag' }, to }] })),
    '>Eintrag<',
  ],
  'header.links[].links[].to': [
    menu({ to: null, links: [{ title: 'Item', to }] }),
    'href="https://example.com/target"',
  ],
  'footer.logo': [change('footer', { logo: image('foot') }), 'https://example.com/foot.png'],
  'footer.groups[].title': [group({ links: [{ title: 'Item', to }] }), '>Group<'],
  'footer.groups[].localizedTitle': [
    german(group({ localizedTitle: { de: 'Gruppe' }, links: [{ title: 'Item', to }] })),
    '>Gruppe<',
  ],
  'footer.groups[].links[].title': [group({ links: [{ title: 'Item', to }] }), '>Item<'],
  'footer.groups[].links[].localizedTitle': [
    german(group({ links: [{ title: 'Item', localizedTitle: { de: 'Eintrag' }, to }] })),
    '>Eintrag<',
  ],
  'footer.groups[].links[].to': [group({ links: [{ title: 'Item', to }] }), 'href="https://example.com/target"'],
  'footer.copyright': [change('footer', { copyright: '© Example' }), '© Example'],
  'announcement.enabled': [announcement({}), '>Message<'],
  'announcement.message': [announcement({ message: 'Other message' }), 'Other message'],
  'announcement.localizedMessage': [german(announcement({ localizedMessage: { de: 'Meldung' } })), 'Meldung'],
  'announcement.style': [announcement({ style: 'danger' }), 's-announcement-danger'],
  'announcement.link.title': [announcement({ link: { title: 'More', to } }), '>More<'],
  'announcement.link.localizedTitle': [
    german(announcement({ link: { title: 'More', localizedTitle: { de: 'Mehr' }, to } })),
    '>Mehr<',
  ],
  'announcement.link.to': [announcement({ link: { title: 'More', to } }), 'href="https://example.com/target"'],
  'themes.default': [
    change('themes', { default: 'dark', toggeable: false }),
    '<meta name="color-scheme" content="dark">',
  ],
  'themes.toggeable': [change('themes', { toggeable: false }), '<meta name="color-scheme" content="light">'],
  'pdf.enabled': [change('pdf', { enabled: true }), '/~quire/pdf/'],
  'feedback.enabled': [change('feedback', { enabled: true }), 's-feedback'],
  'pageActions.externalAI': [change('pageActions', { externalAI: true }), 'chatgpt.com'],
  'pageActions.markdown': [change('pageActions', { markdown: true }), 's-copy-page'],
  'pageActions.aiChats[].title': [
    change('pageActions', {
      externalAI: true,
      aiChats: [{ title: 'Chatter', url: 'https://chat.example/?q={prompt}' }],
    }),
    'Chatter',
  ],
  'pageActions.aiChats[].url': [
    change('pageActions', {
      externalAI: true,
      aiChats: [{ title: 'Chatter', url: 'https://chat.example/?q={prompt}' }],
    }),
    'https://chat.example/?q=Read',
  ],
  'pageActions.items[]': [{ ...BASE, pageActions: { items: ['markdown'] } }, 's-copy-page'],
  'externalLinks.target': [change('externalLinks', { target: 'blank' }), 'target="_blank"'],
  'trademark.enabled': [change('trademark', { enabled: true }), 'Made with Quire'],
  'privacyPolicy.url': [change('privacyPolicy', { url: 'https://example.com/privacy' }), 'https://example.com/privacy'],
  'socialPreview.url': [
    change('socialPreview', { url: 'https://example.com/s.png' }),
    'content="https://example.com/s.png"',
  ],
  'socialAccounts[].platform': [account({}), 'https://github.com/'],
  'socialAccounts[].handle': [account({ handle: 'other' }), 'https://github.com/other'],
  'socialAccounts[].display.footer': [account({ display: { footer: true, header: false } }), /s-site-footer[^]*github/],
  'socialAccounts[].display.header': [
    account({ display: { footer: false, header: true } }),
    /<header[^]*github[^]*<\/header>/,
  ],
};

/** Fields that take something away from the page. */
const HIDING = ['pagination.enabled', 'header.links[].condition'];

/** Customizations that are refused because pages could not do what they say. */
const REFUSED: Readonly<Record<string, readonly [Json, string]>> = {
  'insights.trackingCookie': [change('insights', { trackingCookie: true }), 'must be false'],
  'styling.icons': [change('styling', { icons: 'duotone' }), 'must be regular or solid'],
  'styling.font': [change('styling', { font: 'ABCFavorit' }), 'is not free'],
};

/** Fields that other tests cover, or that say in the reference that pages do not depend on them. */
const TESTED_SEPARATELY: readonly RegExp[] = [
  // custom-fonts.test.ts
  /^styling\.(?:font|headingFont|monospaceFont)\.(?:id|custom|fontFamily|fontFaces)/,
  // site-customization.test.ts: each kind of target at each place
  /\.(?:to|primaryLink)\.(?:anchor|file|kind|page|space|url)$/,
  // site-page-tools.test.ts, insights.site-figures.test.ts
  /^git\.showEditLink$/,
  /^insights\.enabled$/,
  // Assistant; site-mcp.test.ts
  /^ai\./,
  /^pageActions\.mcp(?:Clients\[\])?$/,
  /^advancedCustomization\.enabled$/,
];

const { schemas } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')).components;

/** Lists the paths of all values that a schema describes; values for light and dark count as one. */
function pathsOf(node: Json, path: string): readonly string[] {
  if (node['$ref'] !== undefined) return pathsOf(schemas[node['$ref'].split('/').at(-1)], path);
  const choices: readonly Json[] | undefined = node['anyOf'] ?? node['oneOf'];
  if (choices !== undefined) return choices.flatMap((one) => pathsOf(one, path));
  if (node['type'] === 'array') return pathsOf(node['items'], `${path}[]`);
  const properties: Record<string, Json> | undefined = node['properties'];
  if (properties === undefined || ('light' in properties && 'dark' in properties)) return [path];
  return Object.entries(properties).flatMap(([name, one]) => pathsOf(one, path === '' ? name : `${path}.${name}`));
}

onEveryBackend('fields of a customization', (backend) => {
  let world: World;
  let api: Api;
  let web: Api;
  let published: PublishedSite;
  let base: string;
  before(async () => {
    world = await World.create(await backend.instance());
    ({ api } = world.admin);
    web = apiOf(world.instance);
    published = await publish(world, [
      {
        pages: [
          { title: 'Start', markdown: '[out](https://example.org/x) <i class="fa-heart">:heart:</i>\n\n## A\n\n## B' },
          { title: 'Next', markdown: 'x' },
        ],
      },
    ]);
    base = await textWith(BASE);
  });
  const put = (customization: Json) => api.put(`${published.api}/customization`, customization);
  /** Returns the page and its own style sheet. */
  async function textWith(customization: Json): Promise<string> {
    must(await put(customization), 200);
    const html = await htmlAt(web, `${published.at}/`);
    const sheet = /href="([^"]*\/look-[0-9a-f]{16}\.css)"/.exec(html)![1]!;
    return html + must(await web.get(sheet), 200);
  }
  const has = (text: string, part: string | RegExp): boolean =>
    typeof part === 'string' ? text.includes(part) : part.test(text);

  for (const [path, [customization, part]] of Object.entries(SHOWN))
    it(`show ${path}`, async () => {
      expect(has(base, part), 'without the field').to.equal(false);
      expect(has(await textWith(customization), part), 'with the field').to.equal(true);
    });

  it('show pagination.enabled', async () => {
    expect(base).to.include('s-pager');
    expect(await textWith(change('pagination', { enabled: false }))).not.to.include('s-pager');
  });

  it('show header.links[].condition', async () => {
    const hidden = menu({ condition: 'visitor.claims.unsigned.staff' });
    expect(await textWith(hidden)).not.to.include('>Menu<');
  });

  for (const [path, [customization, message]] of Object.entries(REFUSED))
    it(`refuse what pages cannot do: ${path}`, async () => {
      const error = must(await put(customization), 400);
      expect(JSON.stringify(error)).to.include(path).and.include(message);
    });

  it('are all shown, refused, or covered by another test', () => {
    const known = new Set([...Object.keys(SHOWN), ...Object.keys(REFUSED), ...HIDING]);
    const missing = [...new Set(pathsOf(schemas['SiteCustomization'], ''))].filter(
      (path) => !known.has(path) && !TESTED_SEPARATELY.some((pattern) => pattern.test(path)),
    );
    expect(missing).to.deep.equal([]);
  });
});
