import { fileReferences } from './file-references.ts';
import { readPageSource } from './page-sources.ts';
import { hiddenPath, isMarkdown, nameOf } from './paths.ts';
import { assetsFolder, isImportedFile } from './plan-files.ts';
import { candidatePaths } from './project-files.ts';
import { Report } from './report.ts';
import type { FileRole, ParsedText, TextContext } from '../../ports/git/repository-format.ts';

const SETTINGS_FILE_NAME = /^(?:\.gitbook\.ya?ml|book\.json|docs\.yaml|gitbook-docs\.yaml)$/;

/** What the file at a path is for. */
export function roleOf(path: string, { root, summaryPath }: Omit<TextContext, 'files'>): FileRole {
  if (SETTINGS_FILE_NAME.test(nameOf(path))) return 'settings';
  if (path === summaryPath || path === hiddenPath(root, 'vars.yaml') || path === hiddenPath(root, 'tags.yaml'))
    return 'structure';
  // A page of the summary may lie among the assets: then it is both.
  if (path.startsWith(assetsFolder(root))) return isMarkdown(path) ? 'settings' : 'asset';
  if (isMarkdown(path)) return 'text';
  if (/(?:^|\/)\.gitbook\//.test(path)) return 'settings';
  return isImportedFile(path) ? 'file' : 'other';
}

/** Reads one Markdown file by itself, as it is read among all others. */
export function readText(path: string, bytes: Uint8Array, { root, files }: TextContext): ParsedText {
  const report = new Report();
  const referenced = new Set<string>();
  const unresolved = new Set<string>();
  const find = (reference: string, isWanted: (path: string) => boolean): string | undefined => {
    const candidates = candidatePaths(path, root, reference);
    const found = candidates.find((each) => files.has(each));
    if (found !== undefined) referenced.add(found);
    // One that the reference means before that one may be there, though nothing has named it yet.
    const before =
      found === undefined
        ? []
        : candidates.slice(0, candidates.indexOf(found)).filter((each) => !each.startsWith(assetsFolder(root)));
    if (found === undefined ? isWanted(reference.split(/[?#]/, 1)[0] ?? '') : before.some(isWanted))
      unresolved.add(reference);
    return found;
  };
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
