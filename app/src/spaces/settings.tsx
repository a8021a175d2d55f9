import { useEffect, useState } from 'preact/hooks';
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
import { MoveDialog } from '../library/move-dialog.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Choices, TextField } from '../ui/fields.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { PairsField, pairsOf, valuesOf, type Scalar } from '../ui/pairs-field.tsx';
import { emojiText } from '../ui/parts.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
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
  const [title, setTitle] = useState(space.title);
  const [emoji, setEmoji] = useState(emojiText(space.emoji));
  const [editMode, setEditMode] = useState(space.editMode);
  const [level, setLevel] = useState(space.defaultLevel);
  const action = useAction(async () => {
    const saved = await updateSpaceById({
      path: { spaceId: space.id },
      body: {
        ...(title !== space.title && { title }),
        ...(editMode !== space.editMode && { editMode }),
        ...(emoji !== emojiText(space.emoji) && { emoji: emoji === '' ? null : emoji }),
        ...(level !== space.defaultLevel && { defaultLevel: level }),
      },
    });
    onSaved(saved);
    announce(m.common.saved);
  });
  return (
    <FormSection title={m.settings.general} action={action}>
      <TextField label={m.common.title} value={title} onInput={setTitle} required maxLength={50} />
      <TextField label={m.space.emoji} value={emoji} onInput={setEmoji} maxLength={50} />
      <Choices<Space['editMode']>
        legend={m.settings.editMode}
        value={editMode}
        onChange={setEditMode}
        options={[
          { value: 'live', label: m.settings.live, hint: m.settings.liveHint },
          { value: 'locked', label: m.settings.locked, hint: m.settings.lockedHint },
        ]}
      />
      <DefaultLevelSelect value={level} hasParent={space.parent !== undefined} onChange={setLevel} />
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
      {(saved) => <VariablesForm spaceId={space.id} saved={saved} onSaved={variables.reload} />}
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
  readonly onSaved: () => void;
}) {
  const [pairs, setPairs] = useState(pairsOf(saved));
  useEffect(() => setPairs(pairsOf(saved)), [saved]);
  const action = useAction(async () => {
    const values = valuesOf(pairs, saved);
    const removed = Object.keys(saved).filter((name) => !Object.hasOwn(values, name));
    const variables = Object.fromEntries([
      ...removed.map((name) => [name, null] as const),
      ...Object.entries(values).filter(([name, value]) => value !== saved[name]),
    ]);
    if (Object.keys(variables).length > 0) await writeContent({ spaceId }, [{ operation: 'set_variables', variables }]);
    announce(m.common.saved);
    onSaved();
  });
  return (
    <FormSection title={m.variables.title} action={action}>
      <PairsField legend={m.variables.ofSpace} hint={m.variables.hint} pairs={pairs} onChange={setPairs} />
    </FormSection>
  );
}

function Exports({ space }: { readonly space: Space }) {
  const path = { spaceId: space.id };
  return (
    <Section title={m.settings.exports}>
      <p class="actions">
        <Button
          icon="archive"
          onClick={() => attempt(getSpaceArchive({ path }).then(({ url }) => location.assign(url)))}
        >
          {m.settings.archive}
        </Button>
        <Button icon="file" onClick={() => attempt(getSpacePDF({ path }).then(({ url }) => location.assign(url)))}>
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
    navigate(pathTo('space', { spaceId: id }));
  });
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
      {isMoving && <MoveDialog item={space} onMoved={onMoved} onClose={() => setMoving(false)} />}
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
    navigate(pathTo('organization', { organizationId: space.organization }));
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
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
