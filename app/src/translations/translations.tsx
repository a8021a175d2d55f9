import { useState } from 'preact/hooks';
import { deleteTranslation, listTranslations, runTranslation, type Translation } from '../api/operations.ts';
import { useList, useQuery, useReloadWhile } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { loadLibrary } from '../library/library-data.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { CreateTranslation } from './create-translation.tsx';
import { languageName } from './languages.ts';
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
              <TranslationRow
                translation={translation}
                path={path}
                title={titleOf(translation)}
                onRun={() => run(translation)}
                onStop={() => setRemoved(translation)}
              />
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

interface TranslationRowProps {
  readonly translation: Translation;
  readonly path: { readonly organizationId: string };
  readonly title: string;
  readonly onRun: () => void;
  readonly onStop: () => void;
}

/** Translation in the list, with its state and its actions. */
const TranslationRow = ({ translation, path, title, onRun, onStop }: TranslationRowProps) => {
  const { id, stats, updatedAt, status, failure, paused, result, permissions } = translation;
  return (
    <>
      <RowText title={title} href={pathTo('translation', { ...path, translationId: id })}>
        {m.translations.pages(stats.totalPages)} · <Time at={updatedAt} />
        {failure && ` · ${failure.message}`}
        {paused && ` · ${paused.message}`}
      </RowText>
      <Badge kind={failure ? 'failed' : status === 'completed' ? 'open' : ''}>
        {failure ? m.translations.failed : m.translations.states[status]}
      </Badge>
      <Menu
        label={m.translations.actions(title)}
        items={[
          result && {
            label: m.translations.openSpace,
            icon: 'space',
            href: pathTo('space', { spaceId: result.space }),
          },
          permissions.edit && { label: m.translations.run, icon: 'redo', onSelect: onRun },
          permissions.edit && { label: m.translations.stop, icon: 'trash', danger: true, onSelect: onStop },
        ]}
      />
    </>
  );
};
