import { m } from '../messages/messages.ts';
import { FileButton } from '../ui/file-button.tsx';
import { Choices, TextArea, TextField } from '../ui/fields.tsx';
import { attempt } from '../ui/toasts.tsx';

/** Source of a specification, as a form describes it. */
export interface SpecificationSource {
  readonly from: 'url' | 'text';
  readonly url: string;
  readonly text: string;
}

export const NO_SPECIFICATION: SpecificationSource = { from: 'url', url: '', text: '' };

/** Returns the source as the API takes it. */
export const sourceOf = ({ from, url, text }: SpecificationSource) => (from === 'url' ? { url } : { text });

export interface SourceFieldsProps {
  readonly source: SpecificationSource;
  readonly onChange: (source: SpecificationSource) => void;
}

/** Fields for the address of a specification, or its text, which can be read from a file. */
export const SourceFields = ({ source, onChange }: SourceFieldsProps) => (
  <>
    <Choices<'url' | 'text'>
      legend={m.create.startWith}
      value={source.from}
      onChange={(from) => onChange({ ...source, from })}
      options={[
        { value: 'url', label: m.specifications.fromUrl, hint: m.specifications.fromUrlHint },
        { value: 'text', label: m.specifications.fromText },
      ]}
    />
    {source.from === 'url' ? (
      <TextField
        label={m.create.address}
        type="url"
        value={source.url}
        onInput={(url) => onChange({ ...source, url })}
        required
        placeholder="https://"
      />
    ) : (
      <>
        <TextArea
          label={m.specifications.text}
          value={source.text}
          onInput={(text) => onChange({ ...source, text })}
          required
          rows={8}
        />
        <FileButton
          label={m.specifications.fromFile}
          icon="file"
          accept=".json,.yaml,.yml"
          onFiles={([file]) => {
            if (file !== undefined) attempt(file.text().then((text) => onChange({ ...source, text })));
          }}
        >
          {m.specifications.fromFile}
        </FileButton>
      </>
    )}
  </>
);
