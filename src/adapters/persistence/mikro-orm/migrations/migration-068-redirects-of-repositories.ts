import { Migration } from './migration.ts';

/** Messages of imports about redirects before content held them; a truncated report may have had some. */
const SAID = ['redirects-not-imported', 'redirect-shadowed', 'redirect-without-target', 'report-cut'];

/** Makes spaces whose repositories have redirects read all of them at the next import, even without a new commit. */
export class Migration068RedirectsOfRepositories extends Migration {
  override up(): void {
    for (const column of ['synced', 'pending']) {
      const said = SAID.map((code) => `${column}->'report' @> '[{"code": "${code}"}]'`).join(' OR ');
      this.addSql(`UPDATE git_syncs SET ${column} = jsonb_set(${column}, '{layout}', 'null') WHERE ${said}`);
    }
  }
}
