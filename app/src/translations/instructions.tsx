import { updateTranslation, type Translation, type TranslationInstructions } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { TextArea } from '../ui/fields.tsx';
import { FormSection } from '../ui/section.tsx';
import { useForm } from '../ui/use-form.ts';

interface Node {
  readonly object?: string;
  readonly type?: string;
  readonly text?: string;
  readonly nodes?: readonly Node[];
  readonly leaves?: readonly Node[];
}

/** Returns the text of a node. */
const textOf = ({ text = '', nodes = [], leaves = [] }: Node): string =>
  text + [...nodes, ...leaves].map(textOf).join('');

/** Returns instructions as text, one paragraph on each line. */
const linesOf = ({ nodes = [] }: Node): string => nodes.map(textOf).join('\n');

const isPlain = ({ nodes = [] }: Node): boolean => nodes.every(({ type }) => type === 'paragraph');

/** Returns a document with a paragraph for each line of a text. */
const documentOf = (text: string): TranslationInstructions => ({
  object: 'document',
  data: {},
  nodes: text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] }],
    })),
});

export interface InstructionsProps {
  readonly translation: Translation;
  readonly path: { readonly organizationId: string; readonly translationId: string };
  readonly onSaved: (translation: Translation) => void;
}

/** Instructions for the translation engine, such as the tone of the texts. */
export function Instructions({ translation, path, onSaved }: InstructionsProps) {
  const saved = translation.instructions as Node;
  const { values, set, save } = useForm({ text: linesOf(saved) });
  const action = useAction(() =>
    save(async ({ text }) => {
      if (text !== undefined) onSaved(await updateTranslation({ path, body: { instructions: documentOf(text) } }));
    }),
  );
  return (
    <FormSection title={m.translations.instructions} action={action}>
      <TextArea
        label={m.translations.instructionsText}
        hint={isPlain(saved) ? m.translations.instructionsHint : m.translations.formattedInstructions}
        value={values.text}
        onInput={(text) => set({ text })}
        rows={4}
      />
    </FormSection>
  );
}
