import { Migration } from './migration.ts';

/** What imports said of redirects before content held them; where not all was said, there may have been some. */
const SAID = ['redirects-not-imported', 'redirect-shadowed', 'redirect-without-target', 'report-cut'];

/** Spaces whose repositories name redirects read all of these at the next import, also where no commit came since. */
export class Migration068RedirectsOfRepositories extends Migration {
  override up(): void {
    for (const column of ['synced', 'pending']) {
      const said = SAID.map((code) => `${column}->'report' @> '[{"code": "${code}"}]'`).join(' OR ');
      this.addSql(`UPDATE git_syncs SET ${column} = jsonb_set(${column}, '{layout}', 'null') WHERE ${said}`);
    }
  }
}
