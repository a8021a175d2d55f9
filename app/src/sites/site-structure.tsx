import { useState } from 'preact/hooks';
import {
  addSectionToGroup,
  getSiteStructure,
  removeSectionFromGroup,
  sortSiteStructure,
  type SiteSectionGroup,
  type SiteStructure,
} from '../api/operations.ts';
import { useOptimistic } from '../api/use-optimistic.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { Badge } from '../ui/parts.tsx';
import { Sortable, type Neighbor } from '../ui/sortable.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { SiteFrame, type SitePath } from './site-frame.tsx';
import { StructureItemDialog, type ItemForm } from './structure-item-dialog.tsx';
import { makeDefault, removeItem, titleOf } from './structure-item.ts';
import { moveInStructure, type StructureItem } from './structure-moves.ts';

/** Sections, groups, variants and links of a site, in their order. */
export function SiteStructureScreen(parameters: Parameters) {
  return (
    <SiteFrame parameters={parameters} part="siteStructure">
      {({ site, path }) => <StructureEditor path={path} mayEdit={site.permissions.edit} />}
    </SiteFrame>
  );
}

/** Dialog that is open: adds an item, edits one, or asks before removing it. */
type OpenDialog = ItemForm | { readonly kind: 'remove'; readonly item: StructureItem };

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
            await removeItem(path, dialog.item);
            structure.reload();
          }}
          onClose={close}
        />
      )}
      {dialog !== undefined && dialog.kind !== 'remove' && (
        <StructureItemDialog path={path} form={dialog} onClose={close} onSaved={structure.reload} />
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
