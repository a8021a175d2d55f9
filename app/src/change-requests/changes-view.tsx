import { useState } from 'preact/hooks';
import {
  renderPage,
  type ChangedPage,
  type ChangedPageAttributes,
  type DocumentHunks,
  type SemanticChange,
  type SemanticChanges,
} from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { placeKey, pageHref, reusableContentHref, type ContentPlace } from '../spaces/content-place.ts';
import { RenderedContent } from '../spaces/rendered-page.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Checkbox } from '../ui/fields.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { Badge } from '../ui/parts.tsx';
import { wordDifference } from './text-difference.ts';
import { markDifferences } from './rendered-difference.ts';

export interface ChangesViewProps {
  readonly changes: SemanticChanges;
  readonly spaceId: string;
  /** Content before and after the changes, for the rendered difference. */
  readonly before: ContentPlace | undefined;
  readonly after: ContentPlace;
  /** Returns the mark of the changes of a page; absent where changes are not marked. */
  readonly markOf?: ((changes: readonly SemanticChange[], pageId: string) => ViewedMark) | undefined;
  /** Discards the changes of a page; absent where the user may not. */
  readonly onDiscard?: ((page: ChangedPage) => Promise<void>) | undefined;
}

/** Mark of changes that the user has viewed. */
export interface ViewedMark {
  readonly isViewed: boolean;
  readonly onChange: (viewed: boolean) => void;
}

/** Changes of a change request or a revision: pages, files, variables and reusable content. */
export function ChangesView({ changes, before, after, markOf, onDiscard }: ChangesViewProps) {
  if (changes.changes.length === 0) return <Empty title={m.changes.none} />;
  const groups = groupByPage(changes.changes).map(({ key, changes: all }) => {
    const [first] = all;
    return { key, all, mark: first && 'page' in first ? markOf?.(all, first.page.id) : undefined };
  });
  const marks = groups.flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
  return (
    <>
      {marks.length > 0 && (
        <p class="soft" role="status">
          {m.changes.viewedOf(marks.filter(({ isViewed }) => isViewed).length, marks.length)}
        </p>
      )}
      <ol class="changes">
        {groups.map(({ key, all, mark }) => (
          <li key={key}>
            <ChangeGroup changes={all} before={before} after={after} mark={mark} onDiscard={onDiscard} />
          </li>
        ))}
      </ol>
      {changes.more !== undefined && changes.more > 0 && <p class="soft">{m.changes.more(changes.more)}</p>}
    </>
  );
}

interface Group {
  readonly key: string;
  readonly changes: SemanticChange[];
}

/** Puts the changes of one page together. */
function groupByPage(changes: readonly SemanticChange[]): readonly Group[] {
  const groups = new Map<string, Group>();
  changes.forEach((change, index) => {
    const key = 'page' in change ? `page ${change.page.id}` : `other ${index}`;
    const group = groups.get(key) ?? { key, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  });
  return [...groups.values()];
}

function ChangeGroup({
  changes,
  before,
  after,
  mark,
  onDiscard,
}: Pick<ChangesViewProps, 'before' | 'after' | 'onDiscard'> & {
  readonly changes: readonly SemanticChange[];
  readonly mark: ViewedMark | undefined;
}) {
  const [first] = changes;
  if (first === undefined) return null;
  if (!('page' in first)) return <OtherChange change={first} after={after} />;
  const { page } = first;
  const isDeleted = changes.some(({ type }) => type === 'page_deleted');
  const href = isDeleted || after.revision !== undefined ? undefined : pageHref(after, page.id);
  const title = page.title || m.common.untitled;
  return (
    <article class="change" aria-label={title}>
      <header>
        <h2 dir="auto">{href === undefined ? title : <a href={href}>{title}</a>}</h2>
        {changes.map(({ type }) => (
          <Badge key={type} kind={type.replace(/^.*_/, '')}>
            {m.changes.types[type]}
          </Badge>
        ))}
        {page.path !== undefined && <span class="soft">{page.path}</span>}
        {mark && <Checkbox label={m.changes.viewed} checked={mark.isViewed} onChange={mark.onChange} />}
        {onDiscard && (
          <ConfirmButton icon="undo" {...m.changes.discard[kindOf(changes)]} onConfirm={() => onDiscard(page)} />
        )}
      </header>
      {mark?.isViewed !== true && <PageChanges page={page} changes={changes} before={before} after={after} />}
    </article>
  );
}

/** Returns the effect of changes on their page. */
const kindOf = (changes: readonly SemanticChange[]): 'created' | 'deleted' | 'changed' => {
  const types = new Set(changes.map(({ type }) => type));
  return types.has('page_created') ? 'created' : types.has('page_deleted') ? 'deleted' : 'changed';
};

/** Changes of a page, below its title. */
function PageChanges({
  page,
  changes,
  before,
  after,
}: Pick<ChangesViewProps, 'before' | 'after'> & {
  readonly page: ChangedPage;
  readonly changes: readonly SemanticChange[];
}) {
  const edited = changes.find((change) => change.type === 'page_edited');
  const isDeleted = changes.some(({ type }) => type === 'page_deleted');
  const isCreated = changes.some(({ type }) => type === 'page_created');
  return (
    <>
      {changes.map(
        (change) =>
          change.type === 'page_moved' && (
            <p key="moved" class="soft">
              {m.changes.moved(change.parent.before?.title, change.parent.after?.title)}
            </p>
          ),
      )}
      {edited && <Attributes attributes={edited.attributes} />}
      {page.type === 'document' && (edited?.attributes.document !== undefined || isCreated || isDeleted) && (
        <PageDifference
          pageId={page.id}
          hunks={edited?.attributes.document?.hunks}
          before={isCreated ? undefined : before}
          after={isDeleted ? undefined : after}
        />
      )}
    </>
  );
}

const FIELDS = [
  'title',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'href',
] as const;

/** Fields of a page that have changed. */
const Attributes = ({ attributes }: { readonly attributes: ChangedPageAttributes }) => {
  const changed = FIELDS.filter((name) => attributes[name] !== undefined);
  const others = (['layout', 'cover', 'variables', 'target', 'computed', 'frontMatter'] as const).filter(
    (name) => attributes[name] !== undefined,
  );
  if (changed.length === 0 && others.length === 0) return null;
  return (
    <dl class="facts">
      {changed.map((name) => (
        <>
          <dt>{m.changes.fields[name]}</dt>
          <dd>
            <Values before={attributes[name]!.before} after={attributes[name]!.after} />
          </dd>
        </>
      ))}
      {others.map((name) => (
        <>
          <dt>{m.changes.fields[name]}</dt>
          <dd>
            <Values before={JSON.stringify(attributes[name]!.before)} after={JSON.stringify(attributes[name]!.after)} />
          </dd>
        </>
      ))}
    </dl>
  );
};

const Values = ({ before, after }: { readonly before?: unknown; readonly after?: unknown }) => (
  <>
    {before !== undefined && before !== '' && <del>{String(before)}</del>}{' '}
    {after !== undefined && after !== '' && <ins>{String(after)}</ins>}
  </>
);

type View = 'rendered' | 'source';

function PageDifference({
  pageId,
  hunks,
  before,
  after,
}: {
  readonly pageId: string;
  readonly hunks: DocumentHunks | undefined;
  readonly before: ContentPlace | undefined;
  readonly after: ContentPlace | undefined;
}) {
  const [view, setView] = useState<View>(hunks === undefined ? 'rendered' : 'source');
  return (
    <>
      {hunks !== undefined && (
        <div class="switch" role="group" aria-label={m.changes.view}>
          {(['source', 'rendered'] as const).map((one) => (
            <Button key={one} kind="quiet" aria-pressed={view === one} onClick={() => setView(one)}>
              {m.changes.views[one]}
            </Button>
          ))}
        </div>
      )}
      {view === 'source' && hunks ? (
        <SourceDifference hunks={hunks} />
      ) : (
        <RenderedDifference pageId={pageId} before={before} after={after} />
      )}
    </>
  );
}

/** Changed lines of the text, with the changed words marked. */
const SourceDifference = ({ hunks }: { readonly hunks: DocumentHunks }) => (
  <>
    {hunks.lines.map(({ before, after }) => (
      <div
        key={`${before.at} ${after.at}`}
        class="hunk"
        role="group"
        aria-label={m.changes.lines(after.at)}
        tabIndex={0}
      >
        <span class="soft">{m.changes.lines(after.at)}</span>
        <Lines before={before.lines} after={after.lines} />
      </div>
    ))}
    {hunks.truncated && <p class="soft">{m.changes.truncated}</p>}
  </>
);

const Lines = ({ before, after }: { readonly before: readonly string[]; readonly after: readonly string[] }) => {
  const isPaired = before.length === after.length && before.length <= 50;
  const pairs = isPaired ? before.map((line, index) => wordDifference(line, after[index]!)) : undefined;
  return (
    <pre class="lines">
      {before.map((line, index) => (
        <del key={`before ${index}`} class="line">
          <span class="sign">−</span>
          {pairs
            ? pairs[index]!.map((part, at) => part.kind !== 'added' && <Part key={at} {...part} />)
            : line.replace(/\n$/, '')}
          {'\n'}
        </del>
      ))}
      {after.map((line, index) => (
        <ins key={`after ${index}`} class="line">
          <span class="sign">+</span>
          {pairs
            ? pairs[index]!.map((part, at) => part.kind !== 'removed' && <Part key={at} {...part} />)
            : line.replace(/\n$/, '')}
          {'\n'}
        </ins>
      ))}
    </pre>
  );
};

const Part = ({ kind, text }: { readonly kind: string; readonly text: string }) =>
  kind === 'same' ? <>{text.replace(/\n$/, '')}</> : <mark>{text.replace(/\n$/, '')}</mark>;

/** Rendered page in which changed blocks and words are marked. */
function RenderedDifference({
  pageId,
  before,
  after,
}: {
  readonly pageId: string;
  readonly before: ContentPlace | undefined;
  readonly after: ContentPlace | undefined;
}) {
  const load = async (place: ContentPlace | undefined): Promise<string> => {
    if (place === undefined) return '';
    const { spaceId, changeRequest, revision } = place;
    const body = { ...(changeRequest && { changeRequest }), ...(revision && { revision }) };
    return (await renderPage({ path: { spaceId, pageId }, body })).html;
  };
  const key = `difference ${pageId} ${before ? placeKey(before) : ''} ${after ? placeKey(after) : ''}`;
  const html = useQuery(key, async () => {
    const [old, now] = await Promise.all([load(before), load(after)]);
    return markDifferences(old, now);
  });
  return (
    <Loaded of={html}>
      {(marked) =>
        marked === '' ? (
          <p class="soft">{m.changes.noText}</p>
        ) : (
          <div class="difference">
            <RenderedContent html={marked} />
          </div>
        )
      }
    </Loaded>
  );
}

const OtherChange = ({
  change,
  after,
}: {
  readonly change: Exclude<SemanticChange, { readonly page: unknown }>;
  readonly after: ContentPlace;
}) => {
  if (change.type === 'variables_edited')
    return (
      <article class="change">
        <header>
          <h2>{m.changes.types.variables_edited}</h2>
        </header>
        <dl class="facts">
          {Object.entries(change.variables).map(([name, { before, after }]) => (
            <>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <Values before={before} after={after} />
              </dd>
            </>
          ))}
        </dl>
      </article>
    );
  if ('file' in change)
    return (
      <article class="change">
        <header>
          <h2>
            <a href={change.file.downloadURL}>{change.file.name}</a>
          </h2>
          <Badge kind={change.type.replace(/^.*_/, '')}>{m.changes.types[change.type]}</Badge>
          <span class="soft">{change.file.contentType}</span>
        </header>
      </article>
    );
  const { id, title } = change.reusableContent;
  const isReadable = change.type !== 'reusable_content_deleted' && after.revision === undefined;
  return (
    <article class="change">
      <header>
        <h2 dir="auto">
          {isReadable ? (
            <a href={reusableContentHref(after, id)}>{title || m.common.untitled}</a>
          ) : (
            title || m.common.untitled
          )}
        </h2>
        <Badge kind={change.type.replace(/^.*_/, '')}>{m.changes.types[change.type]}</Badge>
      </header>
      {change.type === 'reusable_content_edited' && change.attributes.document && (
        <SourceDifference hunks={change.attributes.document.hunks} />
      )}
    </article>
  );
};

/** Address of the overview of a change request. */
export const requestHref = (spaceId: string, changeRequestId: string, tab?: string): string =>
  pathTo('changeRequest', { spaceId, changeRequestId }, tab === undefined ? {} : { tab });
