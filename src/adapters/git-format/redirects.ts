import type { LinkTargets } from './link-target.ts';
import type { Report } from './report.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { PlannedRedirect, PlannedTarget } from '../../ports/git/repository-format.ts';

export interface RedirectContext {
  readonly targets: LinkTargets;
  /** The key of the page that a file became. */
  readonly pageOf: (path: string) => string | undefined;
  /** Whether a page answers at this path, lower case. */
  readonly isPagePath: (path: string) => boolean;
  readonly report: Report;
}

/**
 * Finds the targets of the stated redirects. One without a target is reported and left out; so is one whose source is
 * a page, since a real page wins.
 */
export function planRedirects({ redirects, source: file }: ProjectSettings, context: RedirectContext): readonly PlannedRedirect[] {
  const planned: PlannedRedirect[] = [];
  for (const [from, destination] of redirects) {
    const source = from.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
    const target = targetOf(destination, context);
    if (!target) context.report.warn('redirect-without-target', file, `${quoted(from)}: ${quoted(destination)} is no imported page or file; left out`);
    else if (source === '' || context.isPagePath(source.toLowerCase())) {
      context.report.info('redirect-shadowed', file, `${quoted(from)}: a page lies there, which wins; left out`);
    } else planned.push({ source, target, destination });
  }
  return planned;
}

function targetOf(destination: string, { targets, pageOf }: RedirectContext): PlannedTarget | null {
  const found = targets.find(destination);
  if (found.kind === 'page') {
    const page = pageOf(found.path);
    return page === undefined ? null : { kind: 'page', page, ...(found.anchor === undefined ? {} : { anchor: found.anchor }) };
  }
  return found.kind === 'file' || found.kind === 'url' || found.kind === 'space' ? found : null;
}

const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
