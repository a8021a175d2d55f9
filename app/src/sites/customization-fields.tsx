import type { ComponentChildren } from 'preact';
import type { SiteCustomization } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';

/** Part of the form of a customization. */
export interface CustomizationPartProps {
  readonly organizationId: string;
  readonly look: SiteCustomization;
  readonly onChange: (look: SiteCustomization) => void;
}

export const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Fields that belong together, under a legend. */
export const FieldGroup = ({ legend, children }: { readonly legend: string; readonly children: ComponentChildren }) => (
  <fieldset class="choices">
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

/** Part of a long form, under a heading. */
export const FormPart = ({ legend, children }: { readonly legend: string; readonly children: ComponentChildren }) => (
  <fieldset class="choices form-part">
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

/** Link whose target may be an address or content. */
export interface EditedLink {
  readonly title: string;
  readonly to: { readonly kind: string } | null;
}
const isAddress = (to: EditedLink['to']): to is { readonly kind: 'url'; readonly url: string } => to?.kind === 'url';

/** New link without an address. */
export const NEW_LINK = { title: '', to: { kind: 'url' as const, url: 'https://' } };

/** Titles and addresses of links; links to content keep their target. */
export function LinkRows<Link extends EditedLink>({
  links,
  name,
  newLink,
  onChange,
}: {
  readonly links: readonly Link[];
  /** Name of the list, for the labels of its fields. */
  readonly name: string;
  readonly newLink: Link;
  readonly onChange: (links: readonly Link[]) => void;
}) {
  const replace = (index: number, change: Partial<EditedLink>): void =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...change } : link)));
  return (
    <>
      {links.map((link, index) => (
        <div key={index} class="inline-fields">
          <TextField
            label={m.appearance.linkTitle(index + 1, name)}
            value={link.title}
            onInput={(title) => replace(index, { title })}
            required
          />
          {isAddress(link.to) && (
            <TextField
              label={m.appearance.linkAddress(index + 1, name)}
              type="url"
              value={link.to.url}
              onInput={(url) => replace(index, { to: { kind: 'url', url } as EditedLink['to'] })}
              required
            />
          )}
          <Button
            kind="quiet"
            icon="trash"
            label={m.appearance.removeLink(index + 1, name)}
            onClick={() => onChange(links.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <p>
        <Button icon="add" label={m.appearance.addLinkTo(name)} onClick={() => onChange([...links, newLink])}>
          {m.appearance.addLink}
        </Button>
      </p>
    </>
  );
}
