import { getSiteAdaptiveSchema, updateSiteAdaptiveSchema, type AdaptiveJSONSchema } from '../api/operations.ts';
import { orNull } from '../api/api-error.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { TextArea } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { parseJson } from '../ui/parse-json.ts';
import { FormSection } from '../ui/section.tsx';
import { useForm } from '../ui/use-form.ts';
import type { SitePath } from './site-frame.tsx';

const EMPTY: AdaptiveJSONSchema = { type: 'object', properties: {}, additionalProperties: false };

/** Claims that a site knows about its visitors, as a JSON Schema. */
export function AdaptiveSchema({ path }: { readonly path: SitePath }) {
  const schema = useQuery(`adaptive schema ${path.siteId}`, async () => ({
    saved: (await orNull(getSiteAdaptiveSchema({ path })))?.jsonSchema ?? EMPTY,
  }));
  return (
    <Loaded of={schema}>
      {({ saved }) => <SchemaForm path={path} saved={saved} onSaved={(next) => schema.set({ saved: next })} />}
    </Loaded>
  );
}

interface SchemaFormProps {
  readonly path: SitePath;
  readonly saved: AdaptiveJSONSchema;
  readonly onSaved: (schema: AdaptiveJSONSchema) => void;
}

function SchemaForm({ path, saved, onSaved }: SchemaFormProps) {
  const { values, set, save } = useForm({ text: JSON.stringify(saved, null, 2) });
  const action = useAction(() =>
    save(async () => {
      const jsonSchema = parseJson(m.audience.schemaText, values.text) as AdaptiveJSONSchema;
      await updateSiteAdaptiveSchema({ path, body: { jsonSchema } });
      onSaved(jsonSchema);
    }),
  );
  return (
    <FormSection title={m.audience.schema} action={action}>
      <TextArea
        label={m.audience.schemaText}
        hint={m.audience.schemaHint}
        value={values.text}
        onInput={(text) => set({ text })}
        rows={8}
      />
    </FormSection>
  );
}
