import { useState } from 'preact/hooks';
import {
  getSiteCustomizationById,
  getSitePublishingPreviewById,
  updateSiteCustomizationById,
  type SiteCustomization,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters as ScreenParameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, ColorField, Select, TextField } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
import { SiteFrame, type SitePath } from './site-frame.tsx';

type CustomizationInput = Parameters<typeof updateSiteCustomizationById>[0]['body'];
type Styling = SiteCustomization['styling'];
type Header = SiteCustomization['header'];
type HeaderLink = Header['links'][number];
type Announcement = NonNullable<SiteCustomization['announcement']>;

const THEMES = ['clean', 'muted', 'bold', 'gradient'] as const;
const CORNERS = ['straight', 'rounded', 'circular'] as const;
const FONTS = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const;
const CODE_FONTS = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const;
const SEARCHES = ['prominent', 'subtle'] as const;
const SIDEBARS = ['default', 'filled'] as const;
const LISTS = ['default', 'pill', 'line'] as const;
const PRESETS = ['default', 'bold', 'contrast', 'custom', 'none'] as const;
const NOTICES = ['info', 'success', 'warning', 'danger'] as const;

/** Looks of a site, beside a preview of the site as it is saved. */
export function SiteAppearanceScreen(parameters: ScreenParameters) {
  return (
    <SiteFrame parameters={parameters} part="siteAppearance">
      {({ path }) => <Appearance path={path} />}
    </SiteFrame>
  );
}

function Appearance({ path }: { readonly path: SitePath }) {
  const customization = useQuery(`customization ${path.siteId}`, () => getSiteCustomizationById({ path }));
  const [version, setVersion] = useState(0);
  return (
    <div class="beside-preview">
      <Loaded of={customization}>
        {(saved) => (
          <AppearanceForm
            path={path}
            saved={saved}
            onSaved={(next) => {
              customization.set(next);
              setVersion(version + 1);
            }}
          />
        )}
      </Loaded>
      <Preview path={path} version={version} />
    </div>
  );
}

/** The site as members see it, loaded again after each save. */
function Preview({ path, version }: { readonly path: SitePath; readonly version: number }) {
  const preview = useQuery(`preview ${path.siteId}`, () => getSitePublishingPreviewById({ path }));
  return (
    <Section title={m.appearance.preview}>
      <Loaded of={preview}>
        {({ url }) => (
          <>
            <iframe key={version} class="site-preview" src={url} title={m.appearance.previewTitle} />
            <p>
              <a href={url} target="_blank" rel="noreferrer">
                {m.audience.openPreview}
              </a>
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}

const options = <Value extends string>(values: readonly Value[], labels?: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels?.[value] ?? value }));
/** Returns the name of a font; that of a custom font is its ID. */
const fontName = (font: Styling['font'] | Styling['monospaceFont']): string =>
  typeof font === 'string' ? font : font.id;
/** Returns the name of a font of the list as its makers write it. */
const fontLabel = (name: string): string =>
  name.replace(/([a-z]|[A-Z](?=[A-Z][a-z]))([A-Z])/g, '$1 $2').replace('Jet Brains', 'JetBrains');
/** Options of fonts of the list, and the present custom font. */
const fontOptions = (names: readonly string[], font: Styling['font'] | Styling['monospaceFont']) => [
  ...names.map((value) => ({ value, label: fontLabel(value) })),
  ...(typeof font === 'string' ? [] : [{ value: font.id, label: font.fontFamily }]),
];

function AppearanceForm({
  path,
  saved,
  onSaved,
}: {
  readonly path: SitePath;
  readonly saved: SiteCustomization;
  readonly onSaved: (customization: SiteCustomization) => void;
}) {
  const [look, setLook] = useState(saved);
  const { styling, header } = look;
  const style = (change: Partial<Styling>): void => setLook({ ...look, styling: { ...styling, ...change } });
  const top = (change: Partial<Header>): void => setLook({ ...look, header: { ...header, ...change } });
  const action = useAction(async () => {
    const body = look as CustomizationInput;
    onSaved(await updateSiteCustomizationById({ path, body }));
    announce(m.common.saved);
  });
  return (
    <FormSection title={m.appearance.title} action={action}>
      <TextField
        label={m.appearance.siteTitle}
        hint={m.appearance.siteTitleHint}
        value={look.title ?? ''}
        onInput={(title) => setLook({ ...look, title })}
        maxLength={100}
      />
      <Select
        label={m.appearance.theme}
        value={styling.theme}
        options={options(THEMES, m.appearance.themes)}
        onChange={(theme) => style({ theme: theme as Styling['theme'] })}
      />
      <ColorField
        label={m.appearance.lightColor}
        value={styling.primaryColor.light}
        onInput={(light) => style({ primaryColor: { ...styling.primaryColor, light } })}
      />
      <ColorField
        label={m.appearance.darkColor}
        value={styling.primaryColor.dark}
        onInput={(dark) => style({ primaryColor: { ...styling.primaryColor, dark } })}
      />
      <Select
        label={m.appearance.corners}
        value={styling.corners}
        options={options(CORNERS, m.appearance.cornerNames)}
        onChange={(corners) => style({ corners: corners as Styling['corners'] })}
      />
      <Select
        label={m.appearance.font}
        value={fontName(styling.font)}
        options={fontOptions(FONTS, saved.styling.font)}
        onChange={(font) =>
          style({ font: font === fontName(saved.styling.font) ? saved.styling.font : (font as Styling['font']) })
        }
      />
      <Select
        label={m.appearance.codeFont}
        value={fontName(styling.monospaceFont)}
        options={fontOptions(CODE_FONTS, saved.styling.monospaceFont)}
        onChange={(font) =>
          style({
            monospaceFont:
              font === fontName(saved.styling.monospaceFont)
                ? saved.styling.monospaceFont
                : (font as Styling['monospaceFont']),
          })
        }
      />
      <Select
        label={m.appearance.sidebar}
        value={styling.sidebar.background}
        options={options(SIDEBARS, m.appearance.sidebars)}
        onChange={(value) =>
          style({ sidebar: { ...styling.sidebar, background: value as Styling['sidebar']['background'] } })
        }
      />
      <Select
        label={m.appearance.list}
        value={styling.sidebar.list}
        options={options(LISTS, m.appearance.lists)}
        onChange={(value) => style({ sidebar: { ...styling.sidebar, list: value as Styling['sidebar']['list'] } })}
      />
      <Select
        label={m.appearance.search}
        value={styling.search}
        options={options(SEARCHES, m.appearance.searches)}
        onChange={(search) => style({ search: search as Styling['search'] })}
      />
      <Select
        label={m.appearance.header}
        value={header.preset}
        options={options(PRESETS, m.appearance.presets)}
        onChange={(preset) => top({ preset: preset as Header['preset'] })}
      />
      <HeaderLinks links={header.links} onChange={(links) => top({ links })} />
      <AnnouncementFields
        announcement={look.announcement}
        onChange={(announcement) => setLook({ ...look, announcement })}
      />
    </FormSection>
  );
}

/** Links of the header to addresses; links to content keep their target. */
function HeaderLinks({
  links,
  onChange,
}: {
  readonly links: readonly HeaderLink[];
  readonly onChange: (links: readonly HeaderLink[]) => void;
}) {
  const replace = (index: number, link: HeaderLink): void =>
    onChange(links.map((one, at) => (at === index ? link : one)));
  return (
    <fieldset class="choices">
      <legend>{m.appearance.links}</legend>
      {links.map((link, index) => (
        <div key={index} class="inline-fields">
          <TextField
            label={m.appearance.linkTitle(index + 1)}
            value={link.title}
            onInput={(title) => replace(index, { ...link, title })}
            required
          />
          {link.to?.kind === 'url' && (
            <TextField
              label={m.appearance.linkAddress(index + 1)}
              type="url"
              value={link.to.url}
              onInput={(url) => replace(index, { ...link, to: { kind: 'url', url } })}
              required
            />
          )}
          <Button
            kind="quiet"
            icon="trash"
            label={m.appearance.removeLink(index + 1)}
            onClick={() => onChange(links.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        icon="add"
        onClick={() => onChange([...links, { title: '', to: { kind: 'url', url: 'https://' }, links: [] }])}
      >
        {m.appearance.addLink}
      </Button>
    </fieldset>
  );
}

function AnnouncementFields({
  announcement = { enabled: false, message: '', style: 'info' },
  onChange,
}: {
  readonly announcement: Announcement | undefined;
  readonly onChange: (announcement: Announcement) => void;
}) {
  return (
    <>
      <Checkbox
        label={m.appearance.announcement}
        checked={announcement.enabled}
        onChange={(enabled) => onChange({ ...announcement, enabled })}
      />
      {announcement.enabled && (
        <>
          <TextField
            label={m.appearance.message}
            value={announcement.message}
            onInput={(message) => onChange({ ...announcement, message })}
            required
          />
          <Select
            label={m.appearance.noticeStyle}
            value={announcement.style}
            options={options(NOTICES, m.appearance.notices)}
            onChange={(value) => onChange({ ...announcement, style: value as Announcement['style'] })}
          />
        </>
      )}
    </>
  );
}
