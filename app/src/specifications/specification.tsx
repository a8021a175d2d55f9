import { useState } from 'preact/hooks';
import {
  createOrUpdateOpenAPISpecBySlug,
  deleteOpenAPISpecBySlug,
  diffOpenAPISpecVersions,
  getOpenAPISpecBySlug,
  listOpenAPISpecVersions,
  refreshOpenAPISpecBySlug,
  updateOpenAPISpecBySlug,
  type OpenAPISpec,
  type OpenAPISpecDiff,
  type OpenAPISpecVersion,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery, useReloadOn, useReloadWhile, type ListState } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate, query, setQuery } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, Rows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { NO_SPECIFICATION, SourceFields, sourceOf, type SpecificationSource } from './source-fields.tsx';
import { isFailed, stateOf } from './specification-state.ts';

/** Specification with its versions and the differences between them. */
export function SpecificationScreen({ organizationId, specSlug }: Parameters) {
  const path = { organizationId: organizationId!, specSlug: specSlug! };
  const [dialog, setDialog] = useState<'replace' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const specification = useQuery(`specification ${specSlug}`, () => getOpenAPISpecBySlug({ path }));
  const versions = useList(`versions ${specSlug}`, (page) =>
    listOpenAPISpecVersions({ path, query: { limit: 30, ...(page && { page }) } }),
  );
  const refresh = useAction(async () => {
    specification.set(await refreshOpenAPISpecBySlug({ path }));
    announce(m.specifications.refreshed);
    versions.reload();
  });
  const isProcessed = specification.data === undefined || specification.data.processingState === 'complete';
  useReloadWhile(specification, !isProcessed);
  useReloadOn(versions, specification.data?.lastVersion);
  const show = (visibility: OpenAPISpec['visibility']): void =>
    attempt(updateOpenAPISpecBySlug({ path, body: { visibility } }).then(specification.set));
  const [from, to] = [query.value.get('from'), query.value.get('to')];
  return (
    <OrganizationFrame
      organizationId={path.organizationId}
      part="specifications"
      title={path.specSlug}
      actions={() =>
        specification.data?.permissions.edit && (
          <>
            {specification.data.sourceURL !== undefined && (
              <Button icon="redo" busy={refresh.isRunning} onClick={() => void refresh.run()}>
                {m.specifications.refresh}
              </Button>
            )}
            <Button icon="add" onClick={() => setDialog('replace')}>
              {m.specifications.newVersion}
            </Button>
            <Button kind="danger" icon="trash" onClick={() => setDialog('delete')}>
              {m.common.delete}
            </Button>
          </>
        )
      }
    >
      {() => (
        <>
          <ErrorNotice error={refresh.error} />
          <Loaded of={specification}>{(one) => <Facts of={one} onVisibility={show} />}</Loaded>
          <Versions of={versions} />
          {from !== null && to !== null && <Difference path={path} from={from} to={to} />}
          {dialog === 'replace' && (
            <NewVersion
              path={path}
              onSaved={(saved) => {
                specification.set(saved);
                versions.reload();
              }}
              onClose={close}
            />
          )}
          {dialog === 'delete' && (
            <ConfirmDialog
              title={m.specifications.delete}
              submit={m.common.delete}
              text={m.specifications.deleteText}
              onConfirm={async () => {
                await deleteOpenAPISpecBySlug({ path });
                announce(m.common.deleted(path.specSlug));
              }}
              onDone={() => navigate(pathTo('specifications', { organizationId: path.organizationId }))}
              onClose={close}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  );
}

interface FactsProps {
  readonly of: OpenAPISpec;
  readonly onVisibility: (visibility: OpenAPISpec['visibility']) => void;
}

/** State, visibility and source of a specification. */
const Facts = ({ of, onVisibility }: FactsProps) => (
  <dl class="facts">
    <dt>{m.specifications.state}</dt>
    <dd>
      <Badge kind={isFailed(of) ? 'failed' : ''}>{stateOf(of)}</Badge>{' '}
      {of.paused?.message ?? of.lastProcessErrorMessage}
    </dd>
    <dt>{m.specifications.visibility}</dt>
    <dd>
      {m.specifications.visibilities[of.visibility]}{' '}
      {of.permissions.edit && (
        <Button kind="quiet" onClick={() => onVisibility(of.visibility === 'public' ? 'private' : 'public')}>
          {of.visibility === 'public' ? m.specifications.makePrivate : m.specifications.makePublic}
        </Button>
      )}
    </dd>
    <dt>{m.specifications.source}</dt>
    <dd>{of.sourceURL ?? m.specifications.uploaded}</dd>
    {of.lastProcessedAt && (
      <>
        <dt>{m.specifications.read}</dt>
        <dd>
          <Time at={of.lastProcessedAt} />
        </dd>
      </>
    )}
  </dl>
);

/** Versions of a specification, the latest one first; each can be compared with the one before it. */
const Versions = ({ of }: { readonly of: ListState<OpenAPISpecVersion> }) => (
  <Section title={m.specifications.versions}>
    <ListRows of={of} empty={m.specifications.noVersions} keyOf={({ id }) => id}>
      {(version, index) => {
        const before = of.data?.[index + 1];
        return (
          <>
            <RowText title={<Time at={version.createdAt} />}>
              <code>{version.id}</code>
            </RowText>
            {index === 0 && <Badge kind="open">{m.history.current}</Badge>}
            {before && (
              <Button onClick={() => setQuery({ from: before.id, to: version.id })}>{m.specifications.compare}</Button>
            )}
          </>
        );
      }}
    </ListRows>
  </Section>
);

interface NewVersionProps {
  readonly path: { readonly organizationId: string; readonly specSlug: string };
  readonly onSaved: (specification: OpenAPISpec) => void;
  readonly onClose: () => void;
}

function NewVersion({ path, onSaved, onClose }: NewVersionProps) {
  const [source, setSource] = useState<SpecificationSource>({ ...NO_SPECIFICATION, from: 'text' });
  const action = useAction(async () => {
    onSaved(await createOrUpdateOpenAPISpecBySlug({ path, body: { source: sourceOf(source) } }));
    announce(m.specifications.refreshed);
  }, onClose);
  return (
    <FormDialog title={m.specifications.newVersion} submit={m.common.save} action={action} onClose={onClose}>
      <SourceFields source={source} onChange={setSource} />
    </FormDialog>
  );
}

type Entry = OpenAPISpecDiff['operations'][number] | OpenAPISpecDiff['schemas'][number];

function Difference({
  path,
  from,
  to,
}: {
  readonly path: { readonly organizationId: string; readonly specSlug: string };
  readonly from: string;
  readonly to: string;
}) {
  const difference = useQuery(`difference ${from} ${to}`, () =>
    diffOpenAPISpecVersions({ path: { ...path, versionId: from, otherVersionId: to } }),
  );
  return (
    <Section
      title={m.specifications.difference}
      actions={
        <Button kind="quiet" icon="close" label={m.common.close} onClick={() => setQuery({ from: null, to: null })} />
      }
    >
      <Loaded of={difference}>
        {({ breaking, operations, schemas }) => {
          const entries: readonly Entry[] = [...operations, ...schemas];
          return (
            <>
              <p>
                <Badge kind={breaking ? 'failed' : 'open'}>
                  {breaking ? m.specifications.breaking : m.specifications.compatible}
                </Badge>
              </p>
              {entries.length === 0 ? (
                <p class="soft">{m.specifications.same}</p>
              ) : (
                <Rows items={entries} keyOf={nameOf}>
                  {(entry) => (
                    <>
                      <div class="grow">
                        <code>{nameOf(entry)}</code>
                        <p class="soft">{entry.reason}</p>
                        {entry.changes.length > 0 && (
                          <ul>
                            {entry.changes.map(({ part, what, from: before, to: after, reason }, index) => (
                              <li key={index}>
                                {part} {what} {before !== undefined && <del>{before}</del>}{' '}
                                {after !== undefined && <ins>{after}</ins>} <span class="soft">{reason}</span>
                              </li>
                            ))}
                          </ul>
                        )}
                      </div>
                      <Badge kind={entry.change === 'removed' ? 'deleted' : entry.change === 'added' ? 'created' : ''}>
                        {m.specifications.changes[entry.change]}
                      </Badge>
                      {entry.breaking && <Badge kind="failed">{m.specifications.breaking}</Badge>}
                    </>
                  )}
                </Rows>
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

const nameOf = (entry: Entry): string => ('name' in entry ? entry.name : `${entry.method.toUpperCase()} ${entry.path}`);
