/** Search query for a repository, with the file whose page must be among the first three results. */
export interface SearchQuery {
  readonly kind: 'exact' | 'prefix' | 'typo' | 'accent' | 'phrase' | 'cjk' | 'rtl' | 'code' | 'question';
  readonly query: string;
  readonly path: string;
}

const searchQuery = (kind: SearchQuery['kind'], query: string, path: string): SearchQuery => ({ kind, query, path });

/** Queries by repository, written before any tuning and not adapted to results. */
export const SEARCHES: Readonly<Record<string, readonly SearchQuery[]>> = {
  'http3-explained': [
    searchQuery('exact', 'Why QUIC', 'en/why-quic.md'),
    searchQuery('exact', 'TCP head of line blocking', 'en/why-tcphol.md'),
    searchQuery('exact', 'Server push', 'en/h3-push.md'),
    searchQuery('exact', 'Osificación', 'es/why-ossification.md'),
    searchQuery('prefix', 'prioriti', 'en/h3-prio.md'),
    searchQuery('prefix', 'bootstrap with alt', 'en/h3-altsvc.md'),
    searchQuery('typo', 'ossificaton', 'en/why-ossification.md'),
    searchQuery('typo', 'handshkaes', 'en/feature-handshakes.md'),
    searchQuery('accent', 'osificacion', 'es/why-ossification.md'),
    searchQuery('accent', 'blocage de tete de ligne', 'fr/why-tcphol.md'),
    searchQuery('phrase', '"Blocage de tête de ligne"', 'fr/why-tcphol.md'),
    searchQuery('phrase', '"nume, nu un acronim"', 'ro/why-quic.md'),
    searchQuery('cjk', '素早いハンドシェイク', 'ja/feature-handshakes.md'),
    searchQuery('cjk', '旋转比特位', 'zh/quic-spinbit.md'),
    searchQuery('cjk', '替代服务', 'zh/h3-altsvc.md'),
    searchQuery('rtl', 'داده‌های اولیه', 'fa/why-latency.md'),
    searchQuery('rtl', 'دست‌دهی‌های سریع', 'fa/feature-handshakes.md'),
  ],
  'gitbook-docs': [
    searchQuery('cjk', '外部索引鍵', 'tw/tutorial/advanced-features/foreign-keys.md'),
    searchQuery('cjk', '邏輯複寫', 'tw/server-administration/logical-replication/README.md'),
    searchQuery('cjk', '備份及還原', 'tw/server-administration/backup-and-restore/README.md'),
    searchQuery('cjk', '全文檢索型別', 'tw/the-sql-language/data-types/text-search-types.md'),
    searchQuery('exact', 'ALTER TABLE', 'tw/reference/sql-commands/alter-table.md'),
    searchQuery('exact', 'create index', 'tw/reference/sql-commands/create-index.md'),
    searchQuery('prefix', 'pgben', 'tw/reference/client-applications/pgbench.md'),
    searchQuery(
      'code',
      'max_connections',
      'tw/server-administration/server-configuration/connections-and-authentication.md',
    ),
    searchQuery(
      'code',
      'idle_in_transaction_session_timeout',
      'tw/server-administration/server-configuration/client-connection-defaults.md',
    ),
    searchQuery('code', 'postgres_fdw', 'tw/appendixes/additional-supplied-modules/postgres_fdw.md'),
    searchQuery('typo', 'pgbnech', 'tw/reference/client-applications/pgbench.md'),
  ],
  'openg2p-documentation': [
    searchQuery('exact', 'Audit Logs', 'social-registry/features/audit-log.md'),
    searchQuery('exact', 'Deduplicator Service', 'social-registry/features/deduplication/deduplicator-service.md'),
    searchQuery('exact', 'Helm Packaging Guide', 'social-registry/deployment/packaging/helm-packaging-guide.md'),
    searchQuery('prefix', 'locking of rec', 'social-registry/features/locking-of-records.md'),
    searchQuery('prefix', 'enumer', 'social-registry/features/offline-assisted-registration/enumerator-id.md'),
    searchQuery('typo', 'dedupliction', 'social-registry/features/deduplication/README.md'),
    searchQuery('typo', 'tokenistaion', 'social-registry/features/id-integration/tokenisation.md'),
    searchQuery(
      'phrase',
      '"import csv file"',
      'social-registry/features/individuals-and-groups/user-guides/import-csv-file-to-social-registry.md',
    ),
    searchQuery(
      'question',
      'how do I assign a role to a user',
      'social-registry/features/administration/user-guide/assign-a-role-to-a-user.md',
    ),
    searchQuery(
      'question',
      'download social registry credentials with inji',
      'social-registry/features/verifiable-credentials-issuance/user-guides/configure-inji-to-download-social-registry-vcs.md',
    ),
    searchQuery(
      'code',
      'social-payments-account-registry',
      'pbms/developer-zone/repositories/social-payments-account-registry.md',
    ),
    searchQuery('exact', 'Payment Batches', 'pbms/functionality/disbursement-cycles/payment-batches.md'),
  ],
};
