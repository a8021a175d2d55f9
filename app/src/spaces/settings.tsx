import { useState } from 'preact/hooks';
import {
  deleteSpaceById,
  duplicateSpace,
  getCollectionById,
  getCurrentRevision,
  getOrganizationById,
  getSpaceArchive,
  getSpaceById,
  getSpacePDF,
  restoreSpace,
  updateSpaceById,
  type Space,
  type SpaceMergeRules,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { MergeRulesForm } from '../change-requests/merge-rules-form.tsx';
import { DefaultLevelSelect } from '../library/default-level-select.tsx';
import { ImportRuns } from '../imports/import-runs.tsx';
import { MoveItem } from '../library/move-item.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { download } from '../ui/download.ts';
import { Choices, TextField } from '../ui/fields.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { PairsField, pairsOf, valuesOf, type Scalar } from '../ui/pairs-field.tsx';
import { emojiText } from '../ui/parts.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { writeContent } from './content-place.ts';
import { GitSection } from './git-section.tsx';
import { SpaceFrame } from './space-frame.tsx';

/** Settings of a space: its name, how it is edited, who sees it, and what a merge needs. */
export function SettingsScreen({ spaceId }: Parameters) {
  const path = { spaceId: spaceId! };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path }));
  return (
    <SpaceFrame of={space} part="settings">
      {(shown) => (
        <>
          {shown.permissions.admin && <General space={shown} onSaved={space.set} />}
          {shown.permissions.admin && (
            <MergeRulesForm<SpaceMergeRules>
              rules={shown.mergeRules}
              types={['none', 'inherit', 'rules']}
              save={async (mergeRules) => space.set(await updateSpaceById({ path, body: { mergeRules } }))}
            />
          )}
          {shown.editMode === 'live' && <Variables space={shown} />}
          <GitSection space={shown} />
          {shown.permissions.edit && <ImportRuns space={shown} />}
          <Exports space={shown} />
          {shown.permissions.admin && <LibraryPlace space={shown} onMoved={space.reload} />}
          {shown.permissions.admin && <Deletion space={shown} />}
        </>
      )}
    </SpaceFrame>
  );
}

interface PartProps {
  readonly space: Space;
  readonly onSaved: (space: Space) => void;
}

function General({ space, onSaved }: PartProps) {
  const { title, editMode, defaultLevel } = space;
  const { values, set, save } = useForm({ title, emoji: emojiText(space.emoji), editMode, defaultLevel });
  const action = useAction(() =>
    save(async ({ emoji, ...others }) => {
      const body = { ...others, ...(emoji !== undefined && { emoji: emoji === '' ? null : emoji }) };
      onSaved(await updateSpaceById({ path: { spaceId: space.id }, body }));
    }),
  );
  return (
    <FormSection title={m.settings.general} action={action}>
      <TextField
        label={m.common.title}
        value={values.title}
        onInput={(text) => set({ title: text })}
        required
        maxLength={50}
      />
      <TextField label={m.space.emoji} value={values.emoji} onInput={(emoji) => set({ emoji })} maxLength={50} />
      <Choices<Space['editMode']>
        legend={m.settings.editMode}
        value={values.editMode}
        onChange={(mode) => set({ editMode: mode })}
        options={[
          { value: 'live', label: m.settings.live, hint: m.settings.liveHint },
          { value: 'locked', label: m.settings.locked, hint: m.settings.lockedHint },
        ]}
      />
      <DefaultLevelSelect
        value={values.defaultLevel}
        hasParent={space.parent !== undefined}
        onChange={(level) => set({ defaultLevel: level })}
      />
    </FormSection>
  );
}

/** Variables that all pages of the space can use. */
function Variables({ space }: { readonly space: Space }) {
  const path = { spaceId: space.id };
  const variables = useQuery(
    `variables ${space.id}`,
    async () => (await getCurrentRevision({ path, query: { metadata: 'false' } })).variables,
  );
  return (
    <Loaded of={variables}>
      {(saved) => (
        <VariablesForm
          spaceId={space.id}
          saved={saved}
          onSaved={(now) => {
            variables.set(now);
            variables.reload();
          }}
        />
      )}
    </Loaded>
  );
}

function VariablesForm({
  spaceId,
  saved,
  onSaved,
}: {
  readonly spaceId: string;
  readonly saved: Readonly<Record<string, Scalar>>;
  readonly onSaved: (now: Readonly<Record<string, Scalar>>) => void;
}) {
  const form = useForm({ pairs: pairsOf(saved), base: saved });
  const { pairs, base } = form.values;
  const write = async (): Promise<void> => {
    const values = valuesOf(pairs, base);
    const removed = Object.keys(base).filter((name) => !Object.hasOwn(values, name));
    const variables = Object.fromEntries([
      ...removed.map((name) => [name, null] as const),
      ...Object.entries(values).filter(([name, value]) => value !== base[name]),
    ]);
    if (Object.keys(variables).length > 0) await writeContent({ spaceId }, [{ operation: 'set_variables', variables }]);
    onSaved(values);
  };
  const action = useAction(() => form.save(write));
  return (
    <FormSection title={m.variables.title} action={action}>
      <PairsField
        legend={m.variables.ofSpace}
        hint={m.variables.hint}
        pairs={pairs}
        onChange={(next) => form.set({ pairs: next, base })}
      />
    </FormSection>
  );
}

function Exports({ space }: { readonly space: Space }) {
  const path = { spaceId: space.id };
  return (
    <Section title={m.settings.exports}>
      <p class="actions">
        <Button icon="archive" onClick={() => attempt(getSpaceArchive({ path }).then(({ url }) => download(url)))}>
          {m.settings.archive}
        </Button>
        <Button icon="file" onClick={() => attempt(getSpacePDF({ path }).then(({ url }) => download(url)))}>
          {m.settings.pdf}
        </Button>
      </p>
    </Section>
  );
}

/** Place of the space in the library. */
function LibraryPlace({ space, onMoved }: { readonly space: Space; readonly onMoved: () => void }) {
  const [isMoving, setMoving] = useState(false);
  const mayDuplicate = useQuery(`may create beside ${space.id} ${space.parent}`, () => mayCreateBeside(space));
  const copy = useAction(async () => {
    const { id, title } = await duplicateSpace({ path: { spaceId: space.id } });
    announce(m.library.duplicated(title));
    return pathTo('space', { spaceId: id });
  }, navigate);
  return (
    <Section title={m.library.title}>
      <p class="actions">
        <Button icon="collection" onClick={() => setMoving(true)}>
          {m.library.move}
        </Button>
        {mayDuplicate.data && (
          <Button icon="add" busy={copy.isRunning} onClick={() => void copy.run()}>
            {m.library.duplicate}
          </Button>
        )}
      </p>
      <ErrorNotice error={copy.error} />
      {isMoving && <MoveItem item={space} onMoved={onMoved} onClose={() => setMoving(false)} />}
    </Section>
  );
}

/** Tells whether the user may create a space in the place of another one. */
const mayCreateBeside = async ({ organization, parent }: Space): Promise<boolean> =>
  parent === undefined
    ? (await getOrganizationById({ path: { organizationId: organization } })).permissions.createContent
    : (await getCollectionById({ path: { collectionId: parent } })).permissions.create;

function Deletion({ space }: { readonly space: Space }) {
  const [isOpen, setOpen] = useState(false);
  const path = { spaceId: space.id };
  const remove = async (): Promise<void> => {
    await deleteSpaceById({ path });
    announce(m.settings.deleted(space.title), () =>
      attempt(restoreSpace({ path }).then(() => navigate(pathTo('space', path)))),
    );
  };
  return (
    <Section title={m.settings.deletion}>
      <p>{m.settings.deletionText}</p>
      <Button kind="danger" icon="trash" onClick={() => setOpen(true)}>
        {m.settings.delete}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={m.settings.delete}
          submit={m.common.delete}
          text={m.settings.deleteQuestion(space.title)}
          onConfirm={remove}
          onDone={() => navigate(pathTo('organization', { organizationId: space.organization }), { discard: true })}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
