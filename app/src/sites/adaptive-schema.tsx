import { useState } from 'preact/hooks';
import { getSiteAdaptiveSchema, updateSiteAdaptiveSchema, type AdaptiveJSONSchema } from '../api/operations.ts';
import { orNull } from '../api/api-error.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { TextArea } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { parseJson } from '../ui/parse-json.ts';
import { FormSection } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
import type { SitePath } from './site-frame.tsx';

const EMPTY: AdaptiveJSONSchema = { type: 'object', properties: {}, additionalProperties: false };

/** Claims that a site knows about its visitors, as a JSON Schema. */
export function AdaptiveSchema({ path }: { readonly path: SitePath }) {
  const schema = useQuery(`adaptive schema ${path.siteId}`, async () => ({
    saved: (await orNull(getSiteAdaptiveSchema({ path })))?.jsonSchema ?? EMPTY,
  }));
  return <Loaded of={schema}>{({ saved }) => <SchemaForm path={path} saved={saved} />}</Loaded>;
}

function SchemaForm({ path, saved }: { readonly path: SitePath; readonly saved: AdaptiveJSONSchema }) {
  const [text, setText] = useState(JSON.stringify(saved, null, 2));
  const action = useAction(async () => {
    const jsonSchema = parseJson(m.audience.schemaText, text) as AdaptiveJSONSchema;
    await updateSiteAdaptiveSchema({ path, body: { jsonSchema } });
    announce(m.common.saved);
  });
  return (
    <FormSection title={m.audience.schema} action={action}>
      <TextArea label={m.audience.schemaText} hint={m.audience.schemaHint} value={text} onInput={setText} rows={8} />
    </FormSection>
  );
}
