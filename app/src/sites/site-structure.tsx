import { useState } from 'preact/hooks';
import {
  addExternalLinkToSite,
  addSectionGroupToSite,
  addSectionToGroup,
  addSectionToSite,
  addSpaceToSite,
  deleteSiteExternalLinkById,
  deleteSiteSectionById,
  deleteSiteSectionGroupById,
  deleteSiteSpaceById,
  getSiteStructure,
  removeSectionFromGroup,
  sortSiteStructure,
  updateSiteById,
  updateSiteExternalLinkById,
  updateSiteSectionById,
  updateSiteSectionGroupById,
  updateSiteSpaceById,
  type SiteSection,
  type SiteSectionGroup,
  type SiteStructure,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useOptimistic } from '../api/use-optimistic.ts';
import { useQuery } from '../api/use-query.ts';
import { SpaceSelect } from '../library/space-select.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { Badge } from '../ui/parts.tsx';
import { Sortable, type Neighbor } from '../ui/sortable.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { SiteFrame, type SitePath } from './site-frame.tsx';
import { moveInStructure, type StructureItem } from './structure-moves.ts';

/** Sections, groups, variants and links of a site, in their order. */
export function SiteStructureScreen(parameters: Parameters) {
  return (
    <SiteFrame parameters={parameters} part="siteStructure">
      {({ site, path }) => <StructureEditor path={path} mayEdit={site.permissions.edit} />}
    </SiteFrame>
  );
}

/** Dialog that is open: adds a part, edits an item, or asks before removing it. */
type OpenDialog =
  | { readonly kind: 'section' | 'group' | 'link' }
  | { readonly kind: 'variant'; readonly section?: SiteSection }
  | { readonly kind: 'edit' | 'remove'; readonly item: StructureItem };

function StructureEditor({ path, mayEdit }: { readonly path: SitePath; readonly mayEdit: boolean }) {
  const structure = useQuery(`structure ${path.siteId}`, () => getSiteStructure({ path }));
  const [dialog, setDialog] = useState<OpenDialog>();
  const move = useOptimistic(structure, {
    apply: moveInStructure,
    send: ({ item, to }) =>
      sortSiteStructure({ path, body: { item: refOf(item), position: { [to.where]: refOf(to.item) } } }),
    done: m.structure.moved,
  });
  const change = (work: Promise<unknown>): void =>
    attempt(
      work.then(() => {
        announce(m.common.saved);
        structure.reload();
      }),
    );
  const close = (): void => setDialog(undefined);
  return (
    <>
      {mayEdit && <AddButtons hasVariants={structure.data?.type === 'siteSpaces'} onOpen={setDialog} />}
      <Loaded of={structure}>
        {(shown) =>
          shown.structure.length === 0 ? (
            <Empty title={m.structure.empty} />
          ) : (
            <>
              <ItemList
                items={shown.structure}
                label={m.structure.title}
                path={path}
                groups={groupsOf(shown)}
                onMove={mayEdit ? (item, to) => move({ item, to }) : undefined}
                onChange={change}
                onOpen={setDialog}
              />
              {mayEdit && <p class="hint">{m.structure.hint}</p>}
            </>
          )
        }
      </Loaded>
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title={m.structure.removeTitle(titleOf(dialog.item))}
          submit={m.structure.remove}
          text={m.structure.removeText[dialog.item.object]}
          onConfirm={async () => {
            await remove(path, dialog.item);
            structure.reload();
          }}
          onClose={close}
        />
      )}
      {dialog !== undefined && dialog.kind !== 'remove' && (
        <ItemDialog path={path} dialog={dialog} onClose={close} onSaved={structure.reload} />
      )}
    </>
  );
}

interface AddButtonsProps {
  /** True if the site has variants in place of sections. */
  readonly hasVariants: boolean;
  readonly onOpen: (dialog: OpenDialog) => void;
}

/** Buttons that add a part to a site. */
const AddButtons = ({ hasVariants, onOpen }: AddButtonsProps) => (
  <p class="actions">
    <Button icon="add" onClick={() => onOpen({ kind: 'section' })}>
      {m.structure.addSection}
    </Button>
    {hasVariants && (
      <Button icon="add" onClick={() => onOpen({ kind: 'variant' })}>
        {m.structure.addVariant}
      </Button>
    )}
    <Button icon="group" onClick={() => onOpen({ kind: 'group' })}>
      {m.structure.addGroup}
    </Button>
    <Button icon="link" onClick={() => onOpen({ kind: 'link' })}>
      {m.structure.addLink}
    </Button>
  </p>
);

interface ItemActions {
  readonly path: SitePath;
  /** All groups of the site. */
  readonly groups: readonly SiteSectionGroup[];
  /** Group that contains the items, if any. */
  readonly group?: SiteSectionGroup;
  /** Called with a write to an item. */
  readonly onChange: (work: Promise<unknown>) => void;
  readonly onOpen: (dialog: OpenDialog) => void;
}

type OnMove = (item: StructureItem, to: Neighbor<StructureItem>) => void;

interface ItemListProps extends ItemActions {
  readonly items: readonly StructureItem[];
  readonly label: string;
  /** Absent where the items cannot be changed. */
  readonly onMove: OnMove | undefined;
}

/** Items of a site in their order, with those within them. */
function ItemList({ items, label, onMove, group, ...actions }: ItemListProps) {
  return (
    <Sortable items={items} label={label} keyOf={({ id }) => id} titleOf={titleOf} onMove={onMove}>
      {(item) => (
        <>
          <span class="grow">
            {item.object === 'site-space' ? (
              <a class="row-title" href={pathTo('space', { spaceId: item.space.id })} dir="auto">
                {titleOf(item)}
              </a>
            ) : (
              <span class="row-title" dir="auto">
                {titleOf(item)}
              </span>
            )}
            <p class="soft">{describe(item)}</p>
          </span>
          {'default' in item && item.default && <Badge>{m.structure.default}</Badge>}
          {'hidden' in item && item.hidden && <Badge>{m.structure.hidden}</Badge>}
          {item.draft && <Badge kind="outdated">{m.structure.draft}</Badge>}
          {onMove && <ItemMenu {...actions} {...(group && { group })} item={item} siblings={items} onMove={onMove} />}
          {item.object === 'site-section-group' && item.children.length > 0 && (
            <div class="nested">
              <ItemList
                {...actions}
                items={item.children}
                label={m.structure.inGroup(item.title)}
                group={item}
                onMove={onMove}
              />
            </div>
          )}
          {item.object === 'site-section' && item.siteSpaces.length > 1 && (
            <div class="nested">
              <ItemList
                {...actions}
                items={item.siteSpaces}
                label={m.structure.variantsOf(item.title)}
                onMove={onMove}
              />
            </div>
          )}
        </>
      )}
    </Sortable>
  );
}

interface ItemMenuProps extends ItemActions {
  readonly item: StructureItem;
  /** Items of the same list, in order. */
  readonly siblings: readonly StructureItem[];
  readonly onMove: OnMove;
}

/** Menu of an item: its dialogs, and its place among the others. */
function ItemMenu({ path, item, siblings, groups, group, onMove, onChange, onOpen }: ItemMenuProps) {
  const at = siblings.indexOf(item);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  const moveInto = ({ id }: SiteSectionGroup): Promise<unknown> =>
    addSectionToGroup({ path: { ...path, siteSectionGroupId: id }, body: { sectionId: item.id } });
  const moveOutOf = ({ id }: SiteSectionGroup): Promise<unknown> =>
    removeSectionFromGroup({ path: { ...path, siteSectionGroupId: id, siteSectionId: item.id } });
  return (
    <Menu
      label={m.structure.actions(titleOf(item))}
      items={[
        { label: m.structure.edit, icon: 'edit', onSelect: () => onOpen({ kind: 'edit', item }) },
        item.object === 'site-section' && {
          label: m.structure.addVariant,
          icon: 'add',
          onSelect: () => onOpen({ kind: 'variant', section: item }),
        },
        (item.object === 'site-section' || item.object === 'site-space') &&
          !item.default && {
            label: m.structure.makeDefault,
            icon: 'home',
            onSelect: () => onChange(makeDefault(path, item)),
          },
        previous && {
          label: m.structure.moveUp,
          icon: 'up',
          onSelect: () => onMove(item, { where: 'before', item: previous }),
        },
        next && {
          label: m.structure.moveDown,
          icon: 'down',
          onSelect: () => onMove(item, { where: 'after', item: next }),
        },
        ...(item.object === 'site-section' ? groups : [])
          .filter(({ id }) => id !== group?.id)
          .map((one) => ({
            label: m.structure.intoGroup(one.title),
            icon: 'group' as const,
            onSelect: () => onChange(moveInto(one)),
          })),
        item.object === 'site-section' &&
          group && { label: m.structure.outOfGroup, icon: 'undo', onSelect: () => onChange(moveOutOf(group)) },
        {
          label: m.structure.remove,
          icon: 'trash',
          danger: true,
          onSelect: () => onOpen({ kind: 'remove', item }),
        },
      ]}
    />
  );
}

const refOf = ({ object: type, id }: StructureItem) => ({ type, id });
const titleOf = (item: StructureItem): string => item.title || m.common.untitled;
const groupsOf = ({ structure }: SiteStructure): readonly SiteSectionGroup[] =>
  (structure as readonly StructureItem[]).filter(
    (item): item is SiteSectionGroup => item.object === 'site-section-group',
  );

function describe(item: StructureItem): string {
  switch (item.object) {
    case 'site-space':
      return m.structure.kinds.variant(item.path);
    case 'site-section':
      return m.structure.kinds.section(item.path, item.siteSpaces.length);
    case 'site-section-group':
      return m.structure.kinds.group;
    case 'site-external-link':
      return item.url;
  }
}

const makeDefault = (path: SitePath, item: StructureItem): Promise<unknown> =>
  item.object === 'site-section'
    ? updateSiteById({ path, body: { defaultSiteSection: item.id } })
    : item.object === 'site-space' && item.section !== undefined
      ? updateSiteSectionById({ path: { ...path, siteSectionId: item.section }, body: { defaultSiteSpace: item.id } })
      : updateSiteById({ path, body: { defaultSiteSpace: item.id } });

function remove(path: SitePath, { object, id }: StructureItem): Promise<unknown> {
  switch (object) {
    case 'site-space':
      return deleteSiteSpaceById({ path: { ...path, siteSpaceId: id } });
    case 'site-section':
      return deleteSiteSectionById({ path: { ...path, siteSectionId: id } });
    case 'site-section-group':
      return deleteSiteSectionGroupById({ path: { ...path, siteSectionGroupId: id } });
    case 'site-external-link':
      return deleteSiteExternalLinkById({ path: { ...path, siteExternalLinkId: id } });
  }
}

type FormKind = 'section' | 'group' | 'link' | 'variant';
const FORMS = {
  'site-space': 'variant',
  'site-section': 'section',
  'site-section-group': 'group',
  'site-external-link': 'link',
} as const;

/** Form of a new or an existing item. */
function ItemDialog({
  path,
  dialog,
  onClose,
  onSaved,
}: {
  readonly path: SitePath;
  readonly dialog: OpenDialog;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const item = 'item' in dialog ? dialog.item : undefined;
  const form: FormKind = dialog.kind === 'edit' || dialog.kind === 'remove' ? FORMS[dialog.item.object] : dialog.kind;
  const [title, setTitle] = useState(item?.title ?? '');
  const [spaceId, setSpaceId] = useState('');
  const [slug, setSlug] = useState(item !== undefined && 'path' in item ? item.path : '');
  const [url, setUrl] = useState(item?.object === 'site-external-link' ? item.url : '');
  const [draft, setDraft] = useState(item?.draft ?? false);
  const [hidden, setHidden] = useState(item?.object === 'site-space' && item.hidden);
  const action = useAction(async () => {
    if (item === undefined) await add();
    else await update(item);
    announce(m.common.saved);
    onSaved();
  }, onClose);
  function add(): Promise<unknown> {
    switch (form) {
      case 'section':
        return addSectionToSite({ path, body: { spaceId, draft, ...(title && { title }) } });
      case 'group':
        return addSectionGroupToSite({ path, body: { title, draft } });
      case 'link':
        return addExternalLinkToSite({ path, body: { title, url, draft } });
      case 'variant': {
        const section = dialog.kind === 'variant' ? dialog.section : undefined;
        return addSpaceToSite({ path, body: { spaceId, draft, ...(section && { sectionId: section.id }) } });
      }
    }
  }
  function update(of: StructureItem): Promise<unknown> {
    const newPath = { ...('path' in of && slug !== of.path && { path: slug }) };
    const newTitle = { ...(title !== of.title && { title }) };
    const newDraft = { ...(draft !== of.draft && { draft }) };
    switch (of.object) {
      case 'site-space':
        return updateSiteSpaceById({
          path: { ...path, siteSpaceId: of.id },
          body: { ...newPath, ...newDraft, ...(hidden !== of.hidden && { hidden }) },
        });
      case 'site-section':
        return updateSiteSectionById({
          path: { ...path, siteSectionId: of.id },
          body: { ...newPath, ...newTitle, ...newDraft },
        });
      case 'site-section-group':
        return updateSiteSectionGroupById({
          path: { ...path, siteSectionGroupId: of.id },
          body: { ...newTitle, ...newDraft },
        });
      case 'site-external-link':
        return updateSiteExternalLinkById({
          path: { ...path, siteExternalLinkId: of.id },
          body: { ...newTitle, ...newDraft, ...(url !== of.url && { url }) },
        });
    }
  }
  const asksSpace = item === undefined && (form === 'section' || form === 'variant');
  return (
    <FormDialog
      title={item === undefined ? m.structure.titles[form] : m.structure.editTitle(titleOf(item))}
      submit={item === undefined ? m.structure.add : m.common.save}
      action={action}
      onClose={onClose}
    >
      {asksSpace && (
        <SpaceSelect
          organizationId={path.organizationId}
          label={m.structure.space}
          value={spaceId}
          onChange={setSpaceId}
        />
      )}
      {form !== 'variant' && (
        <TextField
          label={m.common.title}
          hint={form === 'section' && item === undefined ? m.structure.titleHint : undefined}
          value={title}
          onInput={setTitle}
          required={form !== 'section' || item !== undefined}
          maxLength={100}
        />
      )}
      {form === 'link' && (
        <TextField label={m.create.address} type="url" value={url} onInput={setUrl} required placeholder="https://" />
      )}
      {item !== undefined && 'path' in item && (
        <TextField label={m.structure.path} hint={m.structure.pathHint} value={slug} onInput={setSlug} required />
      )}
      <Checkbox label={m.structure.draftHint} checked={draft} onChange={setDraft} />
      {item?.object === 'site-space' && (
        <Checkbox label={m.structure.hiddenHint} checked={hidden} onChange={setHidden} />
      )}
    </FormDialog>
  );
}
