import { Invalid } from '../../domain/kernel/errors.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import { MAX_SPEC_BYTES } from '../../domain/openapi-specs/openapi-spec.ts';
import { FetchBlocked, type GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import { UnusableSpec, type OpenAPIParser } from '../../ports/openapi-specs.ts';

const FIELD = 'source.text';
/**
 * Time for resolving the hostnames of all referenced documents, in milliseconds; processing checks those that take
 * longer.
 */
const RESOLVE_MS = 2_000;
const MAX_LISTED_ADDRESSES = 200;

interface Dependencies {
  readonly openapiDocuments: Pick<OpenAPIParser, 'check'>;
  readonly web: Pick<GuardedFetch, 'assertAllowed'>;
  readonly scope: { readonly organizationId: OrganizationId };
}

/**
 * Validates the text of a specification and returns its bytes.
 *
 * Refuses what can never be processed: texts over the size limit, references to addresses that are not fetched, and
 * circular references. Fetches nothing; other errors are reported by processing (ADR 33).
 * @throws Invalid naming `source.text`
 */
export async function validateSpecText({ openapiDocuments, web, scope }: Dependencies, text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  if (bytes.byteLength > MAX_SPEC_BYTES) throw Invalid.field(FIELD, `must have at most ${MAX_SPEC_BYTES} bytes`);
  try {
    await requireReachable(web, (await openapiDocuments.check(bytes, scope.organizationId)) ?? []);
  } catch (error) {
    if (error instanceof UnusableSpec) throw Invalid.field(FIELD, error.message);
    throw error;
  }
  return bytes;
}

/** Requires that the addresses may be fetched; checks each origin once. */
async function requireReachable(web: Dependencies['web'], addresses: readonly string[]): Promise<void> {
  const byOrigin = new Map(addresses.map((address) => [new URL(address).origin, address]));
  const signal = AbortSignal.timeout(RESOLVE_MS);
  await Promise.all(
    [...byOrigin.values()].map((address) =>
      web.assertAllowed(address, signal).catch((error: unknown) => {
        if (error instanceof FetchBlocked)
          throw Invalid.field(
            FIELD,
            `the referenced document ${address.slice(0, MAX_LISTED_ADDRESSES)} cannot be fetched: ${error.message}`,
          );
      }),
    ),
  );
}
