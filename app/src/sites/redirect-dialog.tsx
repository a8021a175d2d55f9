import { useState } from 'preact/hooks';
import {
  createSiteRedirect,
  updateSiteRedirectById,
  type SiteRedirect,
  type SiteStructure,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery, type QueryState } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { loadPages } from '../spaces/content-place.ts';
import { flatten } from '../spaces/tree.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, Select, TextField } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { announce } from '../ui/toasts.tsx';
import type { SitePath } from './site-frame.tsx';
import { destinationLabel } from './redirect-label.ts';
import { sectionsOf, siteSpacesOf } from './structure-moves.ts';

type Destination = SiteRedirect['destination'];
type OfSpace = Extract<Destination, { readonly siteSpaceId: string }>;

export interface RedirectDialogProps {
  readonly path: SitePath;
  readonly structure: QueryState<SiteStructure>;
  /** Redirect to change; undefined for a new one. */
  readonly redirect: SiteRedirect | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Dialog that creates or changes a redirect to a section, a space, a page, or an address outside the site. */
export function RedirectDialog({ path, structure, redirect, onSaved, onClose }: RedirectDialogProps) {
  const [source, setSource] = useState(redirect?.source ?? '/');
  const [destination, setDestination] = useState<Destination>(redirect?.destination ?? { kind: 'external', url: '' });
  const [permanent, setPermanent] = useState(redirect?.permanent ?? true);
  const [captureWildcard, setCapture] = useState(redirect?.captureWildcard ?? false);
  const [draft, setDraft] = useState(redirect?.draft ?? false);
  const action = useAction(async () => {
    const body = { source, destination, permanent, captureWildcard, draft };
    if (redirect === undefined) await createSiteRedirect({ path, body });
    else await updateSiteRedirectById({ path: { ...path, siteRedirectId: redirect.id }, body });
    announce(m.common.saved);
    onSaved();
  }, onClose);
  return (
    <FormDialog
      title={redirect === undefined ? m.redirects.new : m.redirects.edit(redirect.source)}
      submit={m.common.save}
      action={action}
      onClose={onClose}
    >
      <TextField
        label={m.redirects.source}
        hint={m.redirects.sourceHint}
        value={source}
        onInput={setSource}
        required
        autofocus
      />
      <Loaded of={structure}>
        {(loaded) => <DestinationFields structure={loaded} value={destination} onChange={setDestination} />}
      </Loaded>
      <Checkbox label={m.redirects.permanentHint} checked={permanent} onChange={setPermanent} />
      <Checkbox label={m.redirects.wildcardHint} checked={captureWildcard} onChange={setCapture} />
      <Checkbox label={m.redirects.draftHint} checked={draft} onChange={setDraft} />
    </FormDialog>
  );
}

interface DestinationFieldsProps {
  readonly structure: SiteStructure;
  readonly value: Destination;
  readonly onChange: (destination: Destination) => void;
}

/** Choice of a section, a space with one of its pages, or an address. */
function DestinationFields({ structure, value, onChange }: DestinationFieldsProps) {
  const destinations: readonly Destination[] = [
    { kind: 'external', url: '' },
    ...sectionsOf(structure).map(({ id }) => ({ kind: 'site-section' as const, siteSectionId: id })),
    ...siteSpacesOf(structure).map(({ id }) => ({ kind: 'site-space' as const, siteSpaceId: id })),
  ];
  return (
    <>
      <Select
        label={m.redirects.destination}
        value={placeIn(value)}
        onChange={(place) => onChange(destinations.find((one) => placeIn(one) === place)!)}
        options={destinations.map((one) => ({
          value: placeIn(one),
          label: one.kind === 'external' ? m.redirects.kinds.external : destinationLabel(one, structure),
        }))}
      />
      {value.kind === 'external' && (
        <TextField
          label={m.create.address}
          type="url"
          value={value.url}
          onInput={(url) => onChange({ kind: 'external', url })}
          required
          placeholder="https://"
        />
      )}
      {'siteSpaceId' in value && <PageField structure={structure} value={value} onChange={onChange} />}
    </>
  );
}

/** Text that names the section or space of a destination; empty for an address. */
const placeIn = (destination: Destination): string =>
  destination.kind === 'external'
    ? ''
    : destination.kind === 'site-section'
      ? destination.siteSectionId
      : destination.siteSpaceId;

/** Choice of a page of a space; its first one by default. */
function PageField({ structure, value, onChange }: DestinationFieldsProps & { readonly value: OfSpace }) {
  const { siteSpaceId } = value;
  const chosen = value.kind === 'site-page' ? value.pageId : '';
  const spaceId = siteSpacesOf(structure).find(({ id }) => id === siteSpaceId)?.space.id;
  const pages = useQuery(spaceId && `pages ${spaceId}`, async () =>
    flatten(await loadPages({ spaceId: spaceId! })).filter(({ type }) => type === 'document' || type === 'group'),
  );
  const options = (pages.data ?? []).map(({ id, title }) => ({ value: id, label: title || m.common.untitled }));
  const isMissing = chosen !== '' && options.every((one) => one.value !== chosen);
  return (
    <Loaded of={pages}>
      {() => (
        <Select
          label={m.redirects.page}
          value={chosen}
          onChange={(pageId) =>
            onChange(pageId === '' ? { kind: 'site-space', siteSpaceId } : { kind: 'site-page', siteSpaceId, pageId })
          }
          options={[
            { value: '', label: m.redirects.firstPage },
            ...options,
            ...(isMissing ? [{ value: chosen, label: m.redirects.missingPage }] : []),
          ]}
        />
      )}
    </Loaded>
  );
}
