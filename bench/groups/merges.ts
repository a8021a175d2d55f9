import { median, round, measureMs } from '../figures.ts';
import type { World } from '../world.ts';
import { measureGitMerge } from './git-merge.ts';

/** Measures merges and updates of change requests in the space of 10,000 pages. */
export async function merges(world: World): Promise<void> {
  const { space, api, quick } = world;
  const requests = `/v1/spaces/${space.spaceId}/change-requests`;
  const merged: number[] = [];
  const updated: number[] = [];
  for (let i = 0; i < (quick ? 5 : 15); i++) {
    const change = async (offset: number, says = 'new'): Promise<string> => {
      const { id } = await api('POST', requests, {});
      const changes = Array.from({ length: 10 }, (_, k) => ({
        operation: 'update_page',
        page: space.pages[(offset + i * 20 + k) % space.pages.length],
        document: { markdown: `# Merge ${i}\n\n${k} ${offset} ${says}\n` },
      }));
      await api('POST', `${requests}/${id}/content`, { changes });
      return id;
    };
    const [ours, theirs, clashing] = [await change(0), await change(10), await change(10, 'other')];
    await api('POST', `${requests}/${theirs}/merge`);
    merged.push(await measureMs(() => api('POST', `${requests}/${ours}/merge`)));
    updated.push(
      await measureMs(async () => {
        const { conflicts } = await api('POST', `${requests}/${clashing}/update`);
        if (conflicts.length !== 10) throw new Error(`${conflicts.length} conflicts instead of 10`);
      }),
    );
  }
  const gitMs = measureGitMerge(10_000, quick ? 3 : 7);
  world.row(
    'update a change request of 10,000 pages with 10 conflicts, over HTTP',
    '',
    `**${round(median(updated), 1)} ms**`,
  );
  world.row(
    'merge 10 pages into 10,000 that moved by 10 others, over HTTP',
    '≤ 20 ms',
    `**${round(median(merged), 1)} ms** (\`git merge\` of the same: ${round(gitMs, 1)} ms)`,
  );
}
