import { useState } from 'preact/hooks';
import {
  createTranslation,
  deleteTranslation,
  listTranslations,
  runTranslation,
  type Translation,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery, useReloadWhile } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { loadLibrary } from '../library/library-data.ts';
import { SpaceSelect } from '../library/space-select.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { LANGUAGES, languageName, type Language } from './languages.ts';
import { isRunning } from './translation-state.ts';

/** Translations of the spaces of an organization. */
export function TranslationsScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const [isCreating, setCreating] = useState(false);
  const [removed, setRemoved] = useState<Translation>();
  const translations = useList(`translations ${organizationId}`, (page) =>
    listTranslations({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  useReloadWhile(translations, translations.data?.some(isRunning) === true);
  const titles = useQuery(
    `library titles ${organizationId}`,
    async () => new Map((await loadLibrary(organizationId!)).spaces.map(({ id, title }) => [id, title])),
  );
  const titleOf = ({ source, language }: Translation): string =>
    m.translations.of(titles.data?.get(source.space) || m.common.untitled, languageName(language));
  const run = ({ id }: Translation): void =>
    attempt(
      runTranslation({ path: { ...path, translationId: id } }).then(() => {
        announce(m.translations.started);
        translations.reload();
      }),
    );
  return (
    <OrganizationFrame
      organizationId={organizationId!}
      part="translations"
      actions={({ permissions }) => (
        <>
          <LinkButton href={pathTo('glossary', path)}>{m.translations.glossary}</LinkButton>
          {permissions.createContent && (
            <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
              {m.translations.new}
            </Button>
          )}
        </>
      )}
    >
      {() => (
        <>
          <ListRows of={translations} empty={m.translations.none} keyOf={({ id }) => id}>
            {(translation) => (
              <>
                <RowText
                  title={titleOf(translation)}
                  href={pathTo('translation', { ...path, translationId: translation.id })}
                >
                  {m.translations.pages(translation.stats.totalPages)} · <Time at={translation.updatedAt} />
                  {translation.failure && ` · ${translation.failure.message}`}
                  {translation.paused && ` · ${translation.paused.message}`}
                </RowText>
                <Badge kind={translation.failure ? 'failed' : translation.status === 'completed' ? 'open' : ''}>
                  {translation.failure ? m.translations.failed : m.translations.states[translation.status]}
                </Badge>
                <Menu
                  label={m.translations.actions(titleOf(translation))}
                  items={[
                    translation.result && {
                      label: m.translations.openSpace,
                      icon: 'space',
                      href: pathTo('space', { spaceId: translation.result.space }),
                    },
                    translation.permissions.edit && {
                      label: m.translations.run,
                      icon: 'redo',
                      onSelect: () => run(translation),
                    },
                    translation.permissions.edit && {
                      label: m.translations.stop,
                      icon: 'trash',
                      danger: true,
                      onSelect: () => setRemoved(translation),
                    },
                  ]}
                />
              </>
            )}
          </ListRows>
          {isCreating && (
            <CreateTranslation
              organizationId={organizationId!}
              onClose={() => setCreating(false)}
              onCreated={translations.reload}
            />
          )}
          {removed && (
            <ConfirmDialog
              title={m.translations.stop}
              submit={m.translations.stop}
              text={m.translations.stopText}
              onConfirm={async () => {
                await deleteTranslation({ path: { ...path, translationId: removed.id } });
                translations.reload();
              }}
              onClose={() => setRemoved(undefined)}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  );
}

function CreateTranslation({
  organizationId,
  onClose,
  onCreated,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}) {
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
