import { useState } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import type { QueryState } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Choices, Select, TextField } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { announce } from '../ui/toasts.tsx';
import { useAction } from '../api/use-action.ts';
import { useOptimistic } from '../api/use-optimistic.ts';
import { editHref, pageHref, writeContent, type ContentPlace } from './content-place.ts';
import { flatten } from './tree.ts';
import { movePage, type PagePosition } from './page-moves.ts';
import { PageTree } from './page-tree.tsx';

interface PageMove {
  readonly page: string;
  readonly to: PagePosition;
}

export interface PageSideProps {
  readonly place: ContentPlace;
  readonly pages: QueryState<readonly Page[]>;
  readonly current?: string | undefined;
  readonly mayEdit: boolean;
  readonly marks?: ReadonlyMap<string, string> | undefined;
  readonly children?: preact.ComponentChildren;
}

/** Tree of pages beside the content, with a button for a new page where the content can be edited. */
export function PageSide({ place, pages, current, mayEdit, marks, children }: PageSideProps) {
  const [isCreating, setCreating] = useState(false);
  const move = useOptimistic(pages, {
    apply: (tree, { page, to }: PageMove) => movePage(tree, page, to),
    send: ({ page, to }) => writeContent(place, [{ operation: 'update_page', page, ...to }]),
    done: m.tree.saved,
  });
  return (
    <>
      {children}
      <div class="side-head">
        <h2>{m.space.pages}</h2>
        {mayEdit && <Button kind="quiet" icon="add" label={m.space.newPage} onClick={() => setCreating(true)} />}
      </div>
      <Loaded of={pages}>
        {(tree) =>
          tree.length === 0 ? (
            <p class="soft">{m.space.noPages}</p>
          ) : (
            <PageTree
              pages={tree}
              current={current}
              hrefOf={(page) => (page.type === 'document' || mayEdit ? pageHref(place, page.id) : undefined)}
              {...(marks && { marks })}
              onMove={mayEdit ? (page, to) => move({ page, to }) : undefined}
            />
          )
        }
      </Loaded>
      {isCreating && (
        <CreatePage
          place={place}
          pages={pages.data ?? []}
          current={current}
          onClose={() => setCreating(false)}
          onCreated={pages.reload}
        />
      )}
    </>
  );
}

type PageKind = 'document' | 'group' | 'link';

/** Dialog for a new page, group or link. */
export function CreatePage({
  place,
  pages,
  current,
  onClose,
  onCreated,
}: {
  readonly place: ContentPlace;
  readonly pages: readonly Page[];
  readonly current: string | undefined;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}) {
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<PageKind>('document');
  const [url, setUrl] = useState('');
  const parents = flatten(pages).filter((page) => page.type === 'document' || page.type === 'group');
  const [into, setInto] = useState(parents.some(({ id, type }) => id === current && type === 'group') ? current! : '');
  const create = async (): Promise<string | undefined> => {
    const { created } = await writeContent(place, [
      {
        operation: 'insert_page',
        type: kind,
        title,
        ref: 'new',
        ...(into !== '' && { into }),
        ...(kind === 'document' && { document: { markdown: '' } }),
        ...(kind === 'link' && { target: { kind: 'url', url } }),
      },
    ]);
    onCreated();
    return created.get('new');
  };
  const action = useAction(
    create,
    (id) => {
      onClose();
      if (kind === 'document' && id !== undefined) navigate(editHref(place, id));
      else announce(m.space.pageCreated);
    },
    () => announce(m.create.created(title)),
  );
  return (
    <FormDialog title={m.space.newPage} submit={m.common.create} action={action} onClose={onClose}>
      <TextField label={m.common.title} value={title} onInput={setTitle} required autofocus maxLength={100} />
      <Choices<PageKind>
        legend={m.space.kind}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'document', label: m.space.kinds.document },
          { value: 'group', label: m.space.kinds.group, hint: m.space.groupHint },
          { value: 'link', label: m.space.kinds.link },
        ]}
      />
      {kind === 'link' && (
        <TextField label={m.create.address} type="url" value={url} onInput={setUrl} required placeholder="https://" />
      )}
      <Select
        label={m.space.into}
        value={into}
        onChange={setInto}
        options={[
          { value: '', label: m.space.root },
          ...parents.map(({ id, title: name }) => ({ value: id, label: name || m.common.untitled })),
        ]}
      />
    </FormDialog>
  );
}
