import { useState } from 'preact/hooks';
import { getSitePublishingPreviewById, listSiteSpaces, type SiteCustomization } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { loadAll, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters as ScreenParameters } from '../navigation/paths.ts';
import { query, setQuery } from '../navigation/router.ts';
import { heldStep, leaveUnsaved, useUnsaved } from '../navigation/unsaved.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { differs } from '../ui/use-form.ts';
import { customizationOfSite, customizationOfVariant, type CustomizationPlace } from './customization-place.ts';
import { SiteFrame, type SitePath } from './site-frame.tsx';
import { FooterFields } from './footer-fields.tsx';
import { HeaderFields } from './header-fields.tsx';
import { ReadingFields } from './reading-fields.tsx';
import { StylingFields } from './styling-fields.tsx';

/** Looks of a site and its variants, beside a preview of the site as it is saved. */
export function SiteAppearanceScreen(parameters: ScreenParameters) {
  return (
    <SiteFrame parameters={parameters} part="siteAppearance">
      {({ site, path }) => <Appearance path={path} siteTitle={site.title} />}
    </SiteFrame>
  );
}

const WHOLE_SITE = 'site';

function Appearance({ path, siteTitle }: { readonly path: SitePath; readonly siteTitle: string }) {
  const variants = useQuery(`variants ${path.siteId}`, () =>
    loadAll((page) => listSiteSpaces({ path, query: { limit: 100, ...(page && { page }) } })),
  );
  const [version, setVersion] = useState(0);
  const [resets, setResets] = useState(0);
  const chosen = query.value.get('variant');
  // Rendered again when the user stays with unsaved changes, so that the choice shows the present variant.
  void heldStep.value;
  const place = chosen === null ? customizationOfSite(path, siteTitle) : customizationOfVariant(path, chosen);
  const customization = useQuery(`customization ${place.key}`, place.load);
  const reset = async (): Promise<void> => {
    await place.reset?.();
    customization.set(await place.load());
    setResets(resets + 1);
    setVersion(version + 1);
    announce(m.appearance.isReset);
  };
  return (
    <div class="beside-preview">
      <div>
        {variants.data !== undefined && variants.data.length > 1 && (
          <Select
            label={m.appearance.appliesTo}
            hint={m.appearance.appliesToHint}
            value={chosen ?? WHOLE_SITE}
            options={[
              { value: WHOLE_SITE, label: m.appearance.wholeSite },
              ...variants.data.map(({ id, title, space }) => ({ value: id, label: title || space.title })),
            ]}
            onChange={(value) => leaveUnsaved(() => setQuery({ variant: value === WHOLE_SITE ? null : value }))}
          />
        )}
        {place.reset && (
          <p>
            <Button icon="undo" onClick={() => attempt(reset())}>
              {m.appearance.reset}
            </Button>
          </p>
        )}
        <Loaded of={customization}>
          {(saved) => (
            <AppearanceForm
              key={`${place.key} ${resets}`}
              organizationId={path.organizationId}
              place={place}
              saved={saved}
              onSaved={(next) => {
                customization.set(next);
                setVersion(version + 1);
              }}
            />
          )}
        </Loaded>
      </div>
      <Preview path={path} siteSpace={chosen ?? undefined} version={version} />
    </div>
  );
}

interface PreviewProps {
  readonly path: SitePath;
  /** Variant that is shown; the first page of the site when undefined. */
  readonly siteSpace: string | undefined;
  readonly version: number;
}

/**
 * The site as members see it, loaded again after each save. It appears on request, because the audit log records that
 * somebody has got a preview.
 */
function Preview({ path, siteSpace, version }: PreviewProps) {
  const [isShown, setShown] = useState(false);
  const preview = useQuery(isShown ? `preview ${path.siteId} ${siteSpace ?? ''}` : undefined, () =>
    getSitePublishingPreviewById({ path, query: siteSpace === undefined ? {} : { siteSpace } }),
  );
  if (!isShown)
    return (
      <Section title={m.appearance.preview}>
        <p class="soft">{m.appearance.previewHint}</p>
        <Button onClick={() => setShown(true)}>{m.appearance.showPreview}</Button>
      </Section>
    );
  return (
    <Section title={m.appearance.preview}>
      <Loaded of={preview}>
        {({ url }) => (
          <>
            <iframe key={`${url} ${version}`} class="site-preview" src={url} title={m.appearance.previewTitle} />
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

interface AppearanceFormProps {
  readonly organizationId: string;
  readonly place: CustomizationPlace;
  readonly saved: SiteCustomization;
  readonly onSaved: (customization: SiteCustomization) => void;
}

interface Edits {
  readonly look: SiteCustomization;
  /** Customization that was edited; one that is loaded later may have changes that the form does not show. */
  readonly base: SiteCustomization;
}

/** Form of the customization; fields that it does not know stay as they are. */
function AppearanceForm({ organizationId, place, saved, onSaved }: AppearanceFormProps) {
  const [edits, setEdits] = useState<Edits>();
  const { look, base } = edits !== undefined && differs(edits.look, edits.base) ? edits : { look: saved, base: saved };
  useUnsaved(differs(look, base));
  const part = { organizationId, look, onChange: (next: SiteCustomization) => setEdits({ look: next, base }) };
  const action = useAction(async () => {
    await place.save(look, base);
    const stored = await place.load();
    setEdits(undefined);
    onSaved(stored);
    announce(m.common.saved);
  });
  return (
    <FormSection title={m.appearance.title} action={action}>
      <StylingFields {...part} />
      <HeaderFields {...part} />
      <FooterFields {...part} />
      <ReadingFields {...part} />
    </FormSection>
  );
}
