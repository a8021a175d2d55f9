import { isLfsPointer, LFS_POINTER_MESSAGE } from '../../domain/git/lfs-pointer.ts';
import { fileReferences } from './file-references.ts';
import { readPageSource } from './page-sources.ts';
import { hiddenPath, isMarkdown, isMdx, nameOf } from './paths.ts';
import { assetsFolder, isImportedFile } from './plan-files.ts';
import { candidatePaths } from './project-files.ts';
import { Report } from './report.ts';
import type { FileRole, ParsedText, TextContext } from '../../ports/git/repository-format.ts';

const SETTINGS_FILE_NAME = /^(?:\.gitbook\.ya?ml|book\.json|docs\.yaml|gitbook-docs\.yaml)$/;

/** Returns the role of the file at a path. */
export function roleOf(path: string, { root, summaryPath }: Omit<TextContext, 'files'>): FileRole {
  if (SETTINGS_FILE_NAME.test(nameOf(path))) return 'settings';
  if (path === summaryPath || path === hiddenPath(root, 'vars.yaml') || path === hiddenPath(root, 'tags.yaml'))
    return 'structure';
  // The report of the project names them.
  if (isMdx(path)) return 'structure';
  // A page of the summary in the assets folder has both roles.
  if (path.startsWith(assetsFolder(root))) return isMarkdown(path) ? 'settings' : 'asset';
  if (isMarkdown(path)) return 'text';
  if (/(?:^|\/)\.gitbook\//.test(path)) return 'settings';
  return isImportedFile(path) ? 'file' : 'other';
}

/** Parses one Markdown file with the rules of a full import. */
export function readText(path: string, bytes: Uint8Array, { root, files }: TextContext): ParsedText {
  const report = new Report();
  const referenced = new Set<string>();
  const unresolved = new Set<string>();
  const find = (reference: string, isCandidate: (path: string) => boolean): string | undefined => {
    const candidates = candidatePaths(path, root, reference);
    const found = candidates.find((each) => files.has(each));
    if (found !== undefined && isCandidate(found)) referenced.add(found);
    // An earlier candidate may exist without having been referenced yet.
    const before =
      found === undefined
        ? []
        : candidates.slice(0, candidates.indexOf(found)).filter((each) => !each.startsWith(assetsFolder(root)));
    if (found === undefined ? isCandidate(reference.split(/[?#]/, 1)[0] ?? '') : before.some(isCandidate))
      unresolved.add(reference);
    return found;
  };
  if (isLfsPointer(bytes)) report.warn('file-elsewhere', path, LFS_POINTER_MESSAGE);
  const { fields, frontMatterSource, markdown, title, heading } = readPageSource(
    path,
    bytes,
    (cover) => find(cover, () => true),
    report,
  );
  for (const reference of fileReferences(new TextDecoder().decode(bytes))) find(reference, isImportedFile);
  return {
    fields,
    frontMatterSource,
    markdown,
    title: title ?? heading,
    heading,
    referencedFiles: referenced,
    unresolvedTargets: unresolved,
    report: report.entries(),
  };
}
