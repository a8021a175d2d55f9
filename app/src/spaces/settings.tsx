import { useState } from 'preact/hooks';
import {
  deleteSpaceById,
  getCurrentRevision,
  getSpaceArchive,
  getSpaceById,
  getSpaceGitInfo,
  getSpacePDF,
  restoreSpace,
  updateSpaceById,
  type Space,
  type SpaceMergeRules,
} from '../api/operations.ts';
import { ApiError } from '../api/api-error.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { MergeRulesForm } from '../change-requests/merge-rules-form.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Choices, Select, TextField } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { PairsField, pairsOf, valuesOf, type Scalar } from '../ui/pairs-field.tsx';
import { Time } from '../ui/parts.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { writeContent } from './content-place.ts';
import { SpaceFrame } from './space-frame.tsx';

const LEVELS = ['none', 'inherit', 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
type Level = Exclude<Space['defaultLevel'], null>;

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
          <Exports space={shown} />
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
  const [emoji, setEmoji] = useState(space.emoji);
  const [editMode, setEditMode] = useState(space.editMode);
  const [level, setLevel] = useState<string>(space.defaultLevel ?? 'none');
  const action = useAction(async () => {
    const saved = await updateSpaceById({
      path: { spaceId: space.id },
      body: {
        title,
        editMode,
        ...(emoji !== space.emoji && { emoji: emoji === '' ? null : emoji }),
        ...(level !== (space.defaultLevel ?? 'none') && { defaultLevel: level === 'none' ? null : (level as Level) }),
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
      <Select
        label={m.settings.defaultLevel}
        hint={m.settings.defaultLevelHint}
        value={level}
        onChange={setLevel}
        options={LEVELS.filter((one) => one !== 'inherit' || space.parent !== undefined || level === 'inherit').map(
          (value) => ({
            value,
            label: m.levels[value],
          }),
        )}
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
  const action = useAction(async () => {
    const values = valuesOf(pairs, saved);
    const removed = Object.fromEntries(Object.keys(saved).map((name) => [name, null]));
    await writeContent({ spaceId }, [{ operation: 'set_variables', variables: { ...removed, ...values } }]);
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
  const git = useQuery(`git ${space.id}`, async () => {
    try {
      return await getSpaceGitInfo({ path });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  });
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
      <h3>{m.settings.git}</h3>
      <Loaded of={git}>
        {(info) =>
          info === null ? (
            <p class="soft">{m.settings.noGit}</p>
          ) : (
            <>
              <dl class="facts">
                <dt>{m.settings.gitState}</dt>
                <dd>{m.settings.gitStates[info.state]}</dd>
                {info.synced && (
                  <>
                    <dt>{m.settings.repository}</dt>
                    <dd>
                      {info.synced.url} ({info.synced.ref})
                    </dd>
                    <dt>{m.settings.commit}</dt>
                    <dd>
                      <code>{info.synced.commit.slice(0, 12)}</code>
                    </dd>
                  </>
                )}
                {info.lastOperation && (
                  <>
                    <dt>{m.settings.lastOperation[info.lastOperation.kind]}</dt>
                    <dd>
                      <Time at={info.lastOperation.startedAt} />
                      {info.lastOperation.error && ` · ${info.lastOperation.error}`}
                    </dd>
                  </>
                )}
              </dl>
              {info.lastOperation && info.lastOperation.report.length > 0 && (
                <details>
                  <summary>{m.settings.report(info.lastOperation.report.length)}</summary>
                  <ul class="rows">
                    {info.lastOperation.report.map(({ path: file, line, message, code }, index) => (
                      <li key={index}>
                        <span class="grow">
                          <code>
                            {file}
                            {line !== undefined && `:${line}`}
                          </code>{' '}
                          {message} <span class="soft">{code}</span>
                        </span>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

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
