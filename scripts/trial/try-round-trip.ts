import { must, type Api } from '../../test/support/world.ts';
import type { Project, Repository } from './repository.ts';

/** Results of exporting an imported project. */
export interface RoundTrip {
  /** Duration of an export right after the import, in seconds. */
  readonly exportSeconds: number;
  /** Duration of an export without a known state: every page is written and compared with its file. */
  readonly wholeSeconds: number;
  /** Duration of an export of one changed page. */
  readonly pageSeconds: number;
}

interface Page {
  readonly id: string;
  readonly type: string;
  readonly git?: { readonly path: string };
}

/**
 * Checks that an export changes nothing when nothing changed, and only the changed lines of the file of a changed page.
 */
export async function tryRoundTrip(
  api: Api,
  at: string,
  repository: Repository,
  { directory }: Project,
  pages: readonly Page[],
  amiss: string[],
): Promise<RoundTrip> {
  const run = async (body: object = {}): Promise<[any, number]> => {
    const begun = performance.now();
    must(
      await api.post(`${at}/git/export`, {
        url: repository.url,
        ref: repository.ref,
        repoProjectDirectory: directory,
        commitMessage: 'A trial',
        ...body,
      }),
      204,
    );
    for (;;) {
      const info = must(await api.get(`${at}/git/info`), 200);
      if (info.state !== 'exporting') return [info, (performance.now() - begun) / 1000];
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const nothing = (what: string, { state, lastOperation }: any): void => {
    if (state !== 'idle' || lastOperation.outcome !== 'nothing')
      amiss.push(
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
  const { markdown } = must(await api.get(`${at}/content/page/${page.id}?format=markdown`), 200);
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
  const path = directory === '' ? page.git!.path : `${directory}/${page.git!.path}`;
  const changed = repository.changes();
  const expected = lines === '' ? `1\t0\t${path}` : `2\t1\t${path}`;
  if (info.state !== 'idle' || changed.join() !== expected)
    amiss.push(
      `of the changed page ${path} the export wrote ${changed.join(', ') || 'nothing'} (${info.lastOperation.error ?? info.lastOperation.outcome})`,
    );
  return { exportSeconds, wholeSeconds, pageSeconds };
}
