import { useState } from 'preact/hooks';
import { createTranslation } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { SpaceSelect } from '../library/space-select.tsx';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { announce } from '../ui/toasts.tsx';
import { LANGUAGES, type Language } from './languages.ts';

export interface CreateTranslationProps {
  readonly organizationId: string;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** Dialog that creates a translation of a space. */
export function CreateTranslation({ organizationId, onClose, onCreated }: CreateTranslationProps) {
  const [space, setSpace] = useState('');
  const [from, setFrom] = useState<Language>('en');
  const [language, setLanguage] = useState<Language>('de');
  const action = useAction(async () => {
    await createTranslation({ path: { organizationId }, body: { language, source: { space, language: from } } });
    announce(m.translations.started);
    onCreated();
  }, onClose);
  return (
    <FormDialog title={m.translations.new} submit={m.common.create} action={action} onClose={onClose}>
      <SpaceSelect organizationId={organizationId} label={m.translations.source} value={space} onChange={setSpace} />
      <Select
        label={m.translations.from}
        value={from}
        options={LANGUAGES}
        onChange={(value) => setFrom(value as Language)}
      />
      <Select
        label={m.translations.to}
        value={language}
        options={LANGUAGES}
        onChange={(value) => setLanguage(value as Language)}
      />
    </FormDialog>
  );
}
