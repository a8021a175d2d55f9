import { joinPath } from '../../domain/git/repository-address.ts';
import { compareNaturally, isMarkdown, nameOf } from './paths.ts';
import type { NavigationNode } from './navigation.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ProjectSettings } from './project-settings.ts';

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly files: Map<string, string>;
  readonly folders: Map<string, Folder>;
}

/**
 * Derives navigation for a project without a summary: every Markdown file below the root outside of hidden folders is a
 * page. The page of a folder is its README, else the file of the same name next to it; without either, a top-level
 * folder becomes a group and a deeper one an empty page. The readme comes first, then names in natural order.
 */
export function navigationFromFolders(
  project: ProjectFiles,
  { root, readme, summary }: ProjectSettings,
): readonly NavigationNode[] {
  const top: Folder = { name: '', path: root, files: new Map(), folders: new Map() };
  const prefix = root === '' ? '' : `${root}/`;
  for (const path of project.paths()) {
    if (!path.startsWith(prefix) || !isMarkdown(path) || path === summary || path === readme) continue;
    const segments = path.slice(prefix.length).split('/');
    if (segments.slice(0, -1).some((segment) => segment.startsWith('.') || segment === 'node_modules')) continue;
    addFile(top, segments, path);
  }
  const children = createNodes(top, 0);
  return project.has(readme) ? [createPage(readme, []), ...children] : children;
}

function addFile(top: Folder, segments: readonly string[], path: string): void {
  let folder = top;
  for (const name of segments.slice(0, -1)) {
    const next = folder.folders.get(name) ?? {
      name,
      path: joinPath(folder.path, name),
      files: new Map(),
      folders: new Map(),
    };
    folder.folders.set(name, next);
    folder = next;
  }
  folder.files.set(segments.at(-1) ?? '', path);
}

/** Recursion is bounded by the depth of folders, and thus by the length of a path. */
function createNodes(folder: Folder, depth: number): NavigationNode[] {
  const entries: { name: string; node: () => NavigationNode }[] = [];
  const ownPage = depth > 0 ? findReadme(folder) : undefined;
  for (const [name, path] of folder.files) {
    const stem = name.replace(/\.(?:md|markdown)$/i, '');
    const beside = folder.folders.get(stem);
    if (path === ownPage || (beside && !findReadme(beside))) continue;
    entries.push({ name: stem, node: () => createPage(path, []) });
  }
  for (const child of folder.folders.values())
    entries.push({ name: child.name, node: () => createFolderNode(child, folder, depth + 1) });
  entries.sort((a, b) => compareNaturally(a.name, b.name));
  return entries.map(({ node }) => node());
}

function createFolderNode(folder: Folder, parent: Folder, depth: number): NavigationNode {
  const children = createNodes(folder, depth);
  const path =
    findReadme(folder) ??
    [...parent.files].find(([name]) => name.replace(/\.(?:md|markdown)$/i, '') === folder.name)?.[1];
  if (path !== undefined) return createPage(path, children);
  const title = titleFromName(folder.name);
  if (depth === 1) return { kind: 'group', title, children };
  return { kind: 'document', title, path: null, slugPath: `${folder.path}/README.md`, children };
}

const findReadme = (folder: Folder): string | undefined =>
  folder.files.get('README.md') ?? [...folder.files].find(([name]) => /^readme\.md$/i.test(name))?.[1];

const createPage = (path: string, children: readonly NavigationNode[]): NavigationNode => ({
  kind: 'document',
  title: '',
  path,
  slugPath: path,
  children,
});

/**
 * Derives a title from a name: `getting-started` becomes `Getting started`; numbers that order files (`01-intro`) stay,
 * as they may have a meaning.
 */
export function titleFromName(path: string): string {
  const words = nameOf(path)
    .replace(/\.(?:md|markdown)$/i, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Derives a title from a file name; a readme is named after its folder. */
export function titleFromFile(path: string): string {
  const folder = path.replace(/(?:^|\/)readme\.md$/i, '');
  return titleFromName(folder === '' ? 'Home' : folder);
}
