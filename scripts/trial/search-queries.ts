/** Search query for a repository, with the file whose page must be among the first three results. */
export interface SearchQuery {
  readonly kind: 'exact' | 'prefix' | 'typo' | 'accent' | 'phrase' | 'cjk' | 'rtl' | 'code' | 'question';
  readonly query: string;
  readonly path: string;
}

const asked = (kind: SearchQuery['kind'], query: string, path: string): SearchQuery => ({ kind, query, path });

/** Queries by repository, written before any tuning and not adapted to results. */
export const SEARCHES: Readonly<Record<string, readonly SearchQuery[]>> = {
  'http3-explained': [
    asked('exact', 'Why QUIC', 'en/why-quic.md'),
    asked('exact', 'TCP head of line blocking', 'en/why-tcphol.md'),
    asked('exact', 'Server push', 'en/h3-push.md'),
    asked('exact', 'Osificación', 'es/why-ossification.md'),
    asked('prefix', 'prioriti', 'en/h3-prio.md'),
    asked('prefix', 'bootstrap with alt', 'en/h3-altsvc.md'),
    asked('typo', 'ossificaton', 'en/why-ossification.md'),
    asked('typo', 'handshkaes', 'en/feature-handshakes.md'),
    asked('accent', 'osificacion', 'es/why-ossification.md'),
    asked('accent', 'blocage de tete de ligne', 'fr/why-tcphol.md'),
    asked('phrase', '"Blocage de tête de ligne"', 'fr/why-tcphol.md'),
    asked('phrase', '"nume, nu un acronim"', 'ro/why-quic.md'),
    asked('cjk', '素早いハンドシェイク', 'ja/feature-handshakes.md'),
    asked('cjk', '旋转比特位', 'zh/quic-spinbit.md'),
    asked('cjk', '替代服务', 'zh/h3-altsvc.md'),
    asked('rtl', 'داده‌های اولیه', 'fa/why-latency.md'),
    asked('rtl', 'دست‌دهی‌های سریع', 'fa/feature-handshakes.md'),
  ],
  'gitbook-docs': [
    asked('cjk', '外部索引鍵', 'tw/tutorial/advanced-features/foreign-keys.md'),
    asked('cjk', '邏輯複寫', 'tw/server-administration/logical-replication/README.md'),
    asked('cjk', '備份及還原', 'tw/server-administration/backup-and-restore/README.md'),
    asked('cjk', '全文檢索型別', 'tw/the-sql-language/data-types/text-search-types.md'),
    asked('exact', 'ALTER TABLE', 'tw/reference/sql-commands/alter-table.md'),
    asked('exact', 'create index', 'tw/reference/sql-commands/create-index.md'),
    asked('prefix', 'pgben', 'tw/reference/client-applications/pgbench.md'),
    asked('code', 'max_connections', 'tw/server-administration/server-configuration/connections-and-authentication.md'),
    asked(
      'code',
      'idle_in_transaction_session_timeout',
      'tw/server-administration/server-configuration/client-connection-defaults.md',
    ),
    asked('code', 'postgres_fdw', 'tw/appendixes/additional-supplied-modules/postgres_fdw.md'),
    asked('typo', 'pgbnech', 'tw/reference/client-applications/pgbench.md'),
  ],
  'openg2p-documentation': [
    asked('exact', 'Audit Logs', 'social-registry/features/audit-log.md'),
    asked('exact', 'Deduplicator Service', 'social-registry/features/deduplication/deduplicator-service.md'),
    asked('exact', 'Helm Packaging Guide', 'social-registry/deployment/packaging/helm-packaging-guide.md'),
    asked('prefix', 'locking of rec', 'social-registry/features/locking-of-records.md'),
    asked('prefix', 'enumer', 'social-registry/features/offline-assisted-registration/enumerator-id.md'),
    asked('typo', 'dedupliction', 'social-registry/features/deduplication/README.md'),
    asked('typo', 'tokenistaion', 'social-registry/features/id-integration/tokenisation.md'),
    asked(
      'phrase',
      '"import csv file"',
      'social-registry/features/individuals-and-groups/user-guides/import-csv-file-to-social-registry.md',
    ),
    asked(
      'question',
      'how do I assign a role to a user',
      'social-registry/features/administration/user-guide/assign-a-role-to-a-user.md',
    ),
    asked(
      'question',
      'download social registry credentials with inji',
      'social-registry/features/verifiable-credentials-issuance/user-guides/configure-inji-to-download-social-registry-vcs.md',
    ),
    asked(
      'code',
      'social-payments-account-registry',
      'pbms/developer-zone/repositories/social-payments-account-registry.md',
    ),
    asked('exact', 'Payment Batches', 'pbms/functionality/disbursement-cycles/payment-batches.md'),
  ],
};
