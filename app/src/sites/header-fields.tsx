import { useState } from 'preact/hooks';
import type { SiteCustomization } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Checkbox, Select, TextField } from '../ui/fields.tsx';
import {
  FieldGroup,
  FormPart,
  LinkRows,
  NEW_LINK,
  optionsOf,
  type CustomizationPartProps,
} from './customization-fields.tsx';
import { PictureFields } from './picture-fields.tsx';

type Header = SiteCustomization['header'];
type Announcement = NonNullable<SiteCustomization['announcement']>;
type Favicon = 'none' | 'emoji' | 'picture';

const PRESETS = ['default', 'bold', 'contrast', 'custom', 'none'] as const;
const SEARCHES = ['prominent', 'subtle'] as const;
const NOTICES = ['info', 'success', 'warning', 'danger'] as const;
/** Shorter announcements are refused by the API, also while they are turned off. */
const MIN_MESSAGE_LENGTH = 2;
const NO_PICTURE = { light: '', dark: '' };
const FAVICONS = ['none', 'emoji', 'picture'] as const;

/** Title, pictures and links above the pages of a site, and its announcement. */
export function HeaderFields({ organizationId, look, onChange }: CustomizationPartProps) {
  const { logo, ...header } = look.header;
  const { title: _, ...untitled } = look;
  const { announcement: __, ...unannounced } = look;
  const change = (part: Partial<Header>): void => onChange({ ...look, header: { ...look.header, ...part } });
  return (
    <FormPart legend={m.appearance.header}>
      <TextField
        label={m.appearance.siteTitle}
        hint={m.appearance.siteTitleHint}
        value={look.title ?? ''}
        onInput={(title) => onChange(title === '' ? untitled : { ...look, title })}
        maxLength={100}
      />
      <Select
        label={m.appearance.preset}
        value={header.preset}
        options={optionsOf(PRESETS, m.appearance.presets)}
        onChange={(preset) => change({ preset: preset as Header['preset'] })}
      />
      <Select
        label={m.appearance.search}
        value={look.styling.search}
        options={optionsOf(SEARCHES, m.appearance.searches)}
        onChange={(search) =>
          onChange({ ...look, styling: { ...look.styling, search: search as (typeof SEARCHES)[number] } })
        }
      />
      <PictureFields
        organizationId={organizationId}
        legend={m.appearance.logo}
        picture={logo}
        onChange={(picture) => onChange({ ...look, header: { ...header, ...(picture && { logo: picture }) } })}
      />
      <FaviconFields organizationId={organizationId} look={look} onChange={onChange} />
      <FieldGroup legend={m.appearance.links}>
        <LinkRows
          links={header.links}
          name={m.appearance.headerLinks}
          newLink={{ ...NEW_LINK, links: [] }}
          onChange={(links) => change({ links })}
        />
      </FieldGroup>
      <AnnouncementFields
        announcement={look.announcement}
        onChange={(announcement) => onChange({ ...unannounced, ...(announcement && { announcement }) })}
      />
    </FormPart>
  );
}

/** Choice of the icon; what was entered for another kind stays while the form is open. */
function FaviconFields({ organizationId, look, onChange }: CustomizationPartProps) {
  const { favicon } = look;
  const kind: Favicon = 'emoji' in favicon ? 'emoji' : 'icon' in favicon ? 'picture' : 'none';
  const [entered, setEntered] = useState<Readonly<Record<Favicon, SiteCustomization['favicon']>>>({
    none: {},
    emoji: { emoji: '' },
    picture: { icon: NO_PICTURE },
    [kind]: favicon,
  });
  const change = (next: SiteCustomization['favicon']): void => {
    setEntered({ ...entered, [kind]: next });
    onChange({ ...look, favicon: next });
  };
  return (
    <>
      <Select
        label={m.appearance.favicon}
        value={kind}
        options={optionsOf(FAVICONS, m.appearance.favicons)}
        onChange={(next) => onChange({ ...look, favicon: entered[next as Favicon] })}
      />
      {'emoji' in favicon && (
        <TextField
          label={m.appearance.faviconEmoji}
          value={favicon.emoji}
          onInput={(emoji) => change({ emoji })}
          required
        />
      )}
      {'icon' in favicon && (
        <PictureFields
          organizationId={organizationId}
          legend={m.appearance.faviconPicture}
          picture={favicon.icon}
          required
          onChange={(icon = NO_PICTURE) => change({ icon })}
        />
      )}
    </>
  );
}

function AnnouncementFields({
  announcement = { enabled: false, message: '', style: 'info' },
  onChange,
}: {
  readonly announcement: Announcement | undefined;
  /** Called with undefined when an announcement without a text is turned off. */
  readonly onChange: (announcement: Announcement | undefined) => void;
}) {
  const hasMessage = announcement.message.length >= MIN_MESSAGE_LENGTH;
  return (
    <>
      <Checkbox
        label={m.appearance.announcement}
        checked={announcement.enabled}
        onChange={(enabled) => onChange(enabled || hasMessage ? { ...announcement, enabled } : undefined)}
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
            options={optionsOf(NOTICES, m.appearance.notices)}
            onChange={(value) => onChange({ ...announcement, style: value as Announcement['style'] })}
          />
        </>
      )}
    </>
  );
}
