import { fileReferences } from './file-references.ts';
import { hiddenPath, isMarkdown } from './paths.ts';
import type { PlannedFile } from '../../ports/git/repository-format.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ProjectSettings } from './project-settings.ts';

/**
 * Extensions of media and documents that are imported when a page refers to them; other files stay in the repository.
 */
const IMPORTED_FILE = new RegExp(
  `\\.(?:${[
    'png|jpe?g|gif|svg|webp|avif|bmp|ico|apng|tiff?|heic',
    'mp4|webm|mov|m4v|ogv|mp3|ogg|oga|wav|m4a|flac',
    'vtt|srt',
    'pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|csv|tsv|txt|json|ya?ml|xml',
    'zip|gz|tgz|bz2|xz|7z|tar|rar',
    'woff2?|ttf|otf',
    'drawio|excalidraw|puml|fig|sketch|bpmn|stl|glb|gltf|ipynb|apk|dmg|exe|msi|deb|rpm|jar|pem|crt|bin|iso',
  ].join('|')})$`,
  'i',
);

/** Folder of uploaded files, all of which are imported. */
export const assetsFolder = (root: string): string => hiddenPath(root, 'assets/');

export interface MarkdownFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Lists the files to import by path: all of `.gitbook/assets`, those in `required`, and media and documents elsewhere
 * in the project that the texts refer to.
 */
export function planFiles(
  project: ProjectFiles,
  { root }: ProjectSettings,
  texts: Iterable<MarkdownFile>,
  required: Iterable<string>,
): readonly PlannedFile[] {
  const assets = assetsFolder(root);
  const paths = new Set<string>(required);
  let hasOthers = false;
  for (const path of project.paths()) {
    if (path.startsWith(assets)) paths.add(path);
    else hasOthers ||= isImportedFile(path);
  }
  if (hasOthers) for (const text of texts) for (const path of referencedFiles(project, root, text)) paths.add(path);
  return [...paths].sort().flatMap((path) => {
    const entry = project.get(path);
    return entry && project.isWithinLimit(path, entry.size) ? [{ path, oid: entry.oid, size: entry.size }] : [];
  });
}

function referencedFiles(project: ProjectFiles, root: string, { path, bytes }: MarkdownFile): readonly string[] {
  const references = fileReferences(new TextDecoder().decode(bytes));
  return [...references]
    .map((reference) => project.resolveReference(path, root, reference))
    .filter((found) => found !== undefined && isImportedFile(found)) as string[];
}

/** Reports whether a file is imported when a page refers to it. */
export const isImportedFile = (path: string): boolean =>
  !isMarkdown(path) && IMPORTED_FILE.test(path) && !isToolFile(path);

/** Reports whether a file is meant for tools rather than for people. */
const isToolFile = (path: string): boolean => /(?:^|\/)(?:\.[^/]*|book\.json|package(?:-lock)?\.json)$/.test(path);
