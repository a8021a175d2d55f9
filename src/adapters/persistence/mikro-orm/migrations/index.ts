import { Migration001Foundation } from './migration-001-foundation.ts';
import { Migration002Counts } from './migration-002-counts.ts';
import { Migration003Comments } from './migration-003-comments.ts';
import { Migration004Reviews } from './migration-004-reviews.ts';
import { Migration010Projections } from './migration-010-projections.ts';
import { Migration011Links } from './migration-011-links.ts';
import { Migration013Uploads } from './migration-013-uploads.ts';
import { Migration014DeferredProjections } from './migration-014-deferred-projections.ts';
import { Migration015TermCounts } from './migration-015-term-counts.ts';
import { Migration017Collection } from './migration-017-collection.ts';
import { Migration020Organizations } from './migration-020-organizations.ts';
import { Migration021Teams } from './migration-021-teams.ts';
import { Migration022SignIn } from './migration-022-sign-in.ts';
import { Migration023Sso } from './migration-023-sso.ts';
import { Migration030Order } from './migration-030-order.ts';
import { Migration031SpaceLife } from './migration-031-space-life.ts';
import { Migration040SiteStructure } from './migration-040-site-structure.ts';
import { Migration041Audiences } from './migration-041-audiences.ts';
import { Migration043Hostnames } from './migration-043-hostnames.ts';
import { Migration052SyncPoints } from './migration-052-sync-points.ts';
import { Migration060OpenAPISpecs } from './migration-060-openapi-specs.ts';

/** Every migration, in order; one that was released is never changed. */
export const MIGRATIONS = [
  { name: '001-foundation', class: Migration001Foundation },
  { name: '002-counts', class: Migration002Counts },
  { name: '003-comments', class: Migration003Comments },
  { name: '004-reviews', class: Migration004Reviews },
  { name: '010-projections', class: Migration010Projections },
  { name: '011-links', class: Migration011Links },
  { name: '013-uploads', class: Migration013Uploads },
  { name: '014-deferred-projections', class: Migration014DeferredProjections },
  { name: '015-term-counts', class: Migration015TermCounts },
  { name: '017-collection', class: Migration017Collection },
  { name: '020-organizations', class: Migration020Organizations },
  { name: '021-teams', class: Migration021Teams },
  { name: '022-sign-in', class: Migration022SignIn },
  { name: '023-sso', class: Migration023Sso },
  { name: '030-order', class: Migration030Order },
  { name: '031-space-life', class: Migration031SpaceLife },
  { name: '040-site-structure', class: Migration040SiteStructure },
  { name: '041-audiences', class: Migration041Audiences },
  { name: '043-hostnames', class: Migration043Hostnames },
  { name: '052-sync-points', class: Migration052SyncPoints },
  { name: '060-openapi-specs', class: Migration060OpenAPISpecs },
];
