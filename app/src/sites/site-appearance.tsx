import { useState } from 'preact/hooks';
import {
  getSiteCustomizationById,
  getSitePublishingPreviewById,
  updateSiteCustomizationById,
  type SiteCustomization,
} from '../api/operations.ts';
import { unchangedSince } from '../api/operation.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters as ScreenParameters } from '../navigation/paths.ts';
import { Loaded } from '../ui/notices.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
import { SiteFrame, type SitePath } from './site-frame.tsx';
import { FooterFields } from './footer-fields.tsx';
import { HeaderFields } from './header-fields.tsx';
import { ReadingFields } from './reading-fields.tsx';
import { StylingFields } from './styling-fields.tsx';

type CustomizationInput = Parameters<typeof updateSiteCustomizationById>[0]['body'];

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

/** Form of the customization; fields that it does not know stay as they are. */
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
  const { organizationId } = path;
  const part = { organizationId, look, onChange: setLook };
  const action = useAction(async () => {
    const body = look as CustomizationInput;
    await updateSiteCustomizationById({ path, body }, unchangedSince(saved));
    const stored = await getSiteCustomizationById({ path });
    setLook(stored);
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
