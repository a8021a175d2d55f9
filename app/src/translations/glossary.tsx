import { useState } from 'preact/hooks';
import { listGlossaryEntries, updateGlossaryEntries, type GlossaryEntry } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce } from '../ui/toasts.tsx';
import { LANGUAGES, languageName } from './languages.ts';

/** Terms with the translations that Quire uses for them. */
export function GlossaryScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const [edited, setEdited] = useState<GlossaryEntry | 'new'>();
  const entries = useList(`glossary ${organizationId}`, (page) =>
    listGlossaryEntries({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  const remove = async ({ id }: GlossaryEntry): Promise<void> => {
    await updateGlossaryEntries({ path, body: { operations: [{ type: 'delete', id }] } });
    announce(m.translations.termDeleted);
    entries.reload();
  };
  return (
    <OrganizationFrame
      organizationId={organizationId!}
      part="translations"
      title={m.translations.glossary}
      actions={({ permissions }) =>
        permissions.createContent && (
          <Button kind="primary" icon="add" onClick={() => setEdited('new')}>
            {m.translations.newTerm}
          </Button>
        )
      }
    >
      {({ permissions }) => (
        <>
          <p class="soft">
            {m.translations.glossaryHint} <a href={pathTo('translations', path)}>{m.translations.title}</a>
          </p>
          <ListRows of={entries} empty={m.translations.noTerms} keyOf={({ id }) => id}>
            {(entry) => (
              <>
                <RowText title={termOf(entry)}>
                  {Object.entries(entry.translations)
                    .map(([language, term]) => `${languageName(language)}: ${term}`)
                    .join(' · ')}
                </RowText>
                {permissions.createContent && (
                  <>
                    <Button
                      kind="quiet"
                      icon="edit"
                      label={m.translations.editTerm(termOf(entry))}
                      onClick={() => setEdited(entry)}
                    />
                    <ConfirmButton
                      label={m.translations.deleteTerm(termOf(entry))}
                      text={m.translations.deleteTermText}
                      onConfirm={() => remove(entry)}
                    />
                  </>
                )}
              </>
            )}
          </ListRows>
          {edited !== undefined && (
            <TermDialog
              path={path}
              entry={edited === 'new' ? undefined : edited}
              onClose={() => setEdited(undefined)}
              onSaved={entries.reload}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  );
}

const termOf = ({ translations }: GlossaryEntry): string => translations['en'] ?? Object.values(translations)[0] ?? '';

function TermDialog({
  path,
  entry,
  onClose,
  onSaved,
}: {
  readonly path: { readonly organizationId: string };
  readonly entry: GlossaryEntry | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const [terms, setTerms] = useState<readonly (readonly [string, string])[]>(
    entry
      ? Object.entries(entry.translations)
      : [
          ['en', ''],
          ['de', ''],
        ],
  );
  const set = (index: number, language: string, term: string): void =>
    setTerms(terms.map((one, at) => (at === index ? [language, term] : one)));
  const action = useAction(async () => {
    const translations = Object.fromEntries(terms.filter(([, term]) => term !== '')) as Record<string, never>;
    await updateGlossaryEntries({
      path,
      body: {
        operations: [
          entry === undefined ? { type: 'insert', translations } : { type: 'update', id: entry.id, translations },
        ],
      },
    });
    announce(m.common.saved);
    onSaved();
  }, onClose);
  return (
    <FormDialog
      title={entry === undefined ? m.translations.newTerm : m.translations.editTerm(termOf(entry))}
      submit={m.common.save}
      action={action}
      onClose={onClose}
    >
      {terms.map(([language, term], index) => (
        <div key={index} class="inline-fields">
          <Select
            label={m.translations.languageOf(index + 1)}
            value={language}
            options={LANGUAGES}
            onChange={(value) => set(index, value, term)}
          />
          <TextField
            label={m.translations.termIn(languageName(language))}
            value={term}
            onInput={(value) => set(index, language, value)}
          />
        </div>
      ))}
      <Button icon="add" onClick={() => setTerms([...terms, ['fr', '']])}>
        {m.translations.addLanguage}
      </Button>
    </FormDialog>
  );
}
