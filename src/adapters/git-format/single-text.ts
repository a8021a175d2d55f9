import { fileReferences } from './file-references.ts';
import { readPageSource } from './page-sources.ts';
import { hiddenBelow, isMarkdown, nameOf } from './paths.ts';
import { assetsBelow, isDownload } from './plan-files.ts';
import { candidatesOf } from './project-files.ts';
import { Report } from './report.ts';
import type { FileRole, ParsedText, TextContext } from '../../ports/git/repository-format.ts';

const SETTINGS = /^(?:\.gitbook\.ya?ml|book\.json|docs\.yaml|gitbook-docs\.yaml)$/;

/** What the file at a path is for. */
export function roleOf(path: string, { root, summaryPath }: Omit<TextContext, 'files'>): FileRole {
  if (SETTINGS.test(nameOf(path))) return 'settings';
  if (path === summaryPath || path === hiddenBelow(root, 'vars.yaml') || path === hiddenBelow(root, 'tags.yaml'))
    return 'structure';
  // A page of the summary may lie among the assets: then it is both.
  if (path.startsWith(assetsBelow(root))) return isMarkdown(path) ? 'settings' : 'asset';
  if (isMarkdown(path)) return 'text';
  if (/(?:^|\/)\.gitbook\//.test(path)) return 'settings';
  return isDownload(path) ? 'file' : 'other';
}

/** Reads one Markdown file by itself, as it is read among all others. */
export function readText(path: string, bytes: Uint8Array, { root, files }: TextContext): ParsedText {
  const report = new Report();
  const names = new Set<string>();
  const unknown = new Set<string>();
  const find = (reference: string, isWanted: (path: string) => boolean): string | undefined => {
    const candidates = candidatesOf(path, root, reference);
    const found = candidates.find((each) => files.has(each));
    if (found !== undefined) names.add(found);
    // One that the reference means before that one may be there, though nothing has named it yet.
    const before =
      found === undefined
        ? []
        : candidates.slice(0, candidates.indexOf(found)).filter((each) => !each.startsWith(assetsBelow(root)));
    if (found === undefined ? isWanted(reference.split(/[?#]/, 1)[0] ?? '') : before.some(isWanted))
      unknown.add(reference);
    return found;
  };
  const { fields, frontMatterSource, markdown, title, heading } = readPageSource(
    path,
    bytes,
    (cover) => find(cover, () => true),
    report,
  );
  for (const reference of fileReferences(new TextDecoder().decode(bytes))) find(reference, isDownload);
  return {
    fields,
    frontMatterSource,
    markdown,
    title: title ?? heading,
    heading,
    referencedFiles: names,
    unresolvedTargets: unknown,
    report: report.entries(),
  };
}
