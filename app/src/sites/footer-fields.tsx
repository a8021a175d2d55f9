import type { SiteCustomization } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { FieldGroup, FormPart, LinkRows, NEW_LINK, type CustomizationPartProps } from './customization-fields.tsx';
import { PictureFields } from './picture-fields.tsx';

type Footer = SiteCustomization['footer'];
type LinkGroup = Footer['groups'][number];

/** Logo, groups of links and texts below the pages of a site. */
export function FooterFields({ organizationId, look, onChange }: CustomizationPartProps) {
  const { logo: _, copyright: __, ...rest } = look.footer;
  const { logo, copyright, groups } = look.footer;
  const change = (part: Partial<Footer>): void => onChange({ ...look, footer: { ...look.footer, ...part } });
  const replace = (index: number, group: LinkGroup): void =>
    change({ groups: groups.map((one, at) => (at === index ? group : one)) });
  return (
    <FormPart legend={m.appearance.footer}>
      <PictureFields
        organizationId={organizationId}
        legend={m.appearance.footerLogo}
        picture={logo}
        onChange={(picture) =>
          onChange({
            ...look,
            footer: { ...rest, ...(copyright !== undefined && { copyright }), ...(picture && { logo: picture }) },
          })
        }
      />
      {groups.map((group, index) => (
        <FieldGroup key={index} legend={m.appearance.group(index + 1)}>
          <TextField
            label={m.appearance.groupTitle(index + 1)}
            value={group.title}
            onInput={(title) => replace(index, { ...group, title })}
            required
          />
          <LinkRows
            links={group.links}
            name={m.appearance.linkGroup(index + 1)}
            newLink={NEW_LINK}
            onChange={(links) => replace(index, { ...group, links })}
          />
          <p>
            <Button icon="trash" onClick={() => change({ groups: groups.filter((_, at) => at !== index) })}>
              {m.appearance.removeGroup(index + 1)}
            </Button>
          </p>
        </FieldGroup>
      ))}
      <p>
        <Button icon="add" onClick={() => change({ groups: [...groups, { title: '', links: [] }] })}>
          {m.appearance.addGroup}
        </Button>
      </p>
      <TextField
        label={m.appearance.copyright}
        value={copyright ?? ''}
        onInput={(text) =>
          onChange({
            ...look,
            footer: { ...rest, ...(logo && { logo }), ...(text !== '' && { copyright: text }) },
          })
        }
      />
      <TextField
        label={m.appearance.privacyPolicy}
        type="url"
        value={look.privacyPolicy.url ?? ''}
        onInput={(url) => onChange({ ...look, privacyPolicy: url === '' ? {} : { url } })}
      />
    </FormPart>
  );
}
