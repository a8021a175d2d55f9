import { directoryOf, nameOf, pagePathOf } from './paths.ts';
import type { DocumentNode, GroupNode, NavigationNode, NavigationEntry } from './navigation.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { Slugify } from '../../ports/kernel/slugify.ts';

const MAX_LENGTH = 100;
/** File names that are kept as slugs except for case, so that URLs of an imported site keep working. */
const URL_SAFE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;
/** Slug of the home page, whose subpages are exported to `readme/`. */
const HOME_SLUG = 'readme';

export interface AssignedSlug {
  readonly slug: string;
  /** Slug that a sibling already has; absent if the slug was not changed. */
  readonly taken?: string;
}

export interface SlugAssignments {
  /** Slugs of all documents and groups. */
  readonly slugs: ReadonlyMap<NavigationNode, AssignedSlug>;
  /**
   * Documents whose page path differs from their file path, because they are outside of their parent's folder or were
   * renamed.
   */
  readonly relocated: ReadonlySet<NavigationNode>;
}

type Sluggable = DocumentNode | GroupNode;

/**
 * Assigns a unique slug among siblings to every document and group. A document uses the last segment of its file path
 * (`x/README.md` → `x`, the home page → `readme`); a group uses its stated slug, else the folder that its pages share,
 * so that page paths match file paths, else its title. The first of equal slugs keeps it, others get `-1`, `-2`, …;
 * runs in linear time.
 */
export function assignSlugs(
  placed: readonly NavigationEntry[],
  titles: ReadonlyMap<NavigationNode, string>,
  settings: ProjectSettings,
  slugify: Slugify,
): SlugAssignments {
  return new SlugAssigner(placed, titles, settings, slugify).run();
}

class SlugAssigner {
  readonly #slugs = new Map<NavigationNode, AssignedSlug>();
  readonly #relocated = new Set<NavigationNode>();
  /** Page paths that match file paths, relative to the root. */
  readonly #pagePaths = new Map<NavigationNode, string>();

  constructor(
    private readonly placed: readonly NavigationEntry[],
    private readonly titles: ReadonlyMap<NavigationNode, string>,
    private readonly settings: ProjectSettings,
    private readonly slugify: Slugify,
  ) {}

  run(): SlugAssignments {
    const families = new Map<NavigationNode | null, Sluggable[]>();
    for (const { node, parent } of this.placed) {
      if (node.kind !== 'document' && node.kind !== 'group') continue;
      const siblings = families.get(parent);
      if (siblings) siblings.push(node);
      else families.set(parent, [node]);
    }
    for (const [parent, family] of families) this.#assign(parent, family);
    for (const { node, parent } of this.placed) this.#setPagePath(node, parent);
    return { slugs: this.#slugs, relocated: this.#relocated };
  }

  #assign(parent: NavigationNode | null, siblings: readonly Sluggable[]): void {
    const candidates = siblings.map((node) => ({ node, preferred: this.#preferredSlug(node, parent) }));
    const reserved = new Set(candidates.map(({ preferred }) => preferred));
    const used = new Set<string>();
    const next = new Map<string, number>();
    for (const { node, preferred } of candidates) {
      if (!used.has(preferred)) {
        used.add(preferred);
        this.#slugs.set(node, { slug: preferred });
        continue;
      }
      let number = next.get(preferred) ?? 1;
      let slug = withNumber(preferred, number);
      while (reserved.has(slug) || used.has(slug)) slug = withNumber(preferred, ++number);
      next.set(preferred, number + 1);
      used.add(slug);
      this.#slugs.set(node, { slug, taken: preferred });
    }
  }

  #preferredSlug(node: Sluggable, parent: NavigationNode | null): string {
    const title = this.titles.get(node) ?? node.title;
    if (node.kind === 'group')
      return (node.slug && this.#segment(node.slug)) || this.#sharedFolder(node) || this.slugify(title) || 'group';
    const path = this.#pagePathOf(node);
    if (path === null) return this.slugify(title) || 'page';
    if (path === '') return HOME_SLUG;
    if (path.toLowerCase() === this.#folderOf(parent)?.toLowerCase()) return this.slugify(title) || HOME_SLUG;
    return this.#segment(nameOf(path)) || this.slugify(title) || 'page';
  }

  /** Returns the folder in which a node's children are expected. */
  #folderOf(node: NavigationNode | null): string | null {
    if (node?.kind === 'group') return this.#slugs.get(node)?.slug ?? null;
    return node?.kind === 'document' ? this.#pagePathOf(node) : null;
  }

  /** Returns a page path relative to the root: '' for the home page, null without a file. */
  #pagePathOf({ slugPath }: DocumentNode): string | null {
    if (slugPath === null) return null;
    if (slugPath === this.settings.readme) return '';
    const { root } = this.settings;
    return pagePathOf(root !== '' && slugPath.startsWith(`${root}/`) ? slugPath.slice(root.length + 1) : slugPath);
  }

  #segment(name: string): string {
    const lower = name.toLowerCase();
    return URL_SAFE_NAME.test(lower) && !lower.endsWith('.md') ? lower : this.slugify(name);
  }

  #sharedFolder(group: GroupNode): string | null {
    const paths = group.children.flatMap((child) => (child.kind === 'document' ? (this.#pagePathOf(child) ?? []) : []));
    const folder = paths.map(directoryOf).find((directory) => directory !== '');
    if (folder === undefined || folder.includes('/')) return null;
    return paths.every((path) => path === folder || directoryOf(path) === folder) ? this.#segment(folder) : null;
  }

  /**
   * Records the page path of a node if it matches the file path, which requires that the parent's matches and the node
   * adds its own last segment.
   */
  #setPagePath(node: NavigationNode, parent: NavigationNode | null): void {
    const slug = this.#slugs.get(node)?.slug;
    if (slug === undefined) return;
    const base = parent === null ? '' : this.#pagePaths.get(parent);
    if (node.kind !== 'document') {
      this.#pagePaths.set(node, slug);
      return;
    }
    const path = this.#pagePathOf(node);
    if (path === null) return;
    const isHome = path === '' && slug === HOME_SLUG && parent === null;
    if (
      isHome ||
      (base !== undefined && directoryOf(path).toLowerCase() === base && nameOf(path).toLowerCase() === slug)
    ) {
      this.#pagePaths.set(node, isHome ? HOME_SLUG : path.toLowerCase());
    } else this.#relocated.add(node);
  }
}

/** Appends a number to a slug and shortens the result to the maximum length. */
function withNumber(slug: string, number: number): string {
  const suffix = `-${number}`;
  return slug.slice(0, MAX_LENGTH - suffix.length).replace(/-+$/, '') + suffix;
}
