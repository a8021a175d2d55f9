import { must } from '../../test/support/world.ts';
import { timed, type ImportedProject, type Page } from './imported-project.ts';

/** Results of exporting an imported project. */
export interface RoundTrip {
  /** Duration of an export right after the import, in seconds. */
  readonly exportSeconds: number;
  /** Duration of an export without a known state: every page is written and compared with its file. */
  readonly wholeSeconds: number;
  /** Duration of an export of one changed page. */
  readonly pageSeconds: number;
}

/**
 * Checks that an export changes nothing when nothing changed, and only the changed lines of the file of a changed page.
 */
export async function tryRoundTrip(imported: ImportedProject, pages: readonly Page[]): Promise<RoundTrip> {
  const { api, at, repository, problems } = imported;
  const run = (): Promise<[any, number]> => timed(() => imported.export());
  const nothing = (what: string, { state, lastOperation }: any): void => {
    if (state !== 'idle' || lastOperation.outcome !== 'nothing')
      problems.push(
        `${what} ended with ${lastOperation.outcome ?? state}: ${lastOperation.error ?? repository.changes().join(', ')}`,
      );
  };
  const [untouched, exportSeconds] = await run();
  nothing('an export of what was just imported', untouched);
  must(await api.delete(`${at}/git/legacy-installation`), 205);
  const [whole, wholeSeconds] = await run();
  nothing('an export of all of it', whole);

  const page =
    pages.filter(({ type, git }) => type === 'document' && git !== undefined).at(pages.length >> 1) ??
    pages.find(({ git }) => git !== undefined);
  if (page === undefined) return { exportSeconds, wholeSeconds, pageSeconds: 0 };
  const markdown = await imported.markdown(page);
  const lines = markdown === '' || markdown.endsWith('\n') ? '' : '\n';
  must(
    await api.post(`${at}/content`, {
      changes: [
        { operation: 'update_page', page: page.id, document: { markdown: `${markdown}${lines}Round trip.\n` } },
      ],
    }),
    200,
  );
  const [info, pageSeconds] = await run();
  const path = imported.fileOf(page);
  const changed = repository.changes();
  const expected = lines === '' ? `1\t0\t${path}` : `2\t1\t${path}`;
  if (info.state !== 'idle' || changed.join() !== expected)
    problems.push(
      `of the changed page ${path} the export wrote ${changed.join(', ') || 'nothing'} (${info.lastOperation.error ?? info.lastOperation.outcome})`,
    );
  return { exportSeconds, wholeSeconds, pageSeconds };
}
