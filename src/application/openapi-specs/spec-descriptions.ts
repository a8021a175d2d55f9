import type { Level } from '../../domain/permissions/level.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import type { BlobStore } from '../../ports/uploads.ts';
import {
  UnusableSpec,
  type OperationDescription,
  type SpecDescription,
  type OpenAPIParser,
} from '../../ports/openapi-specs.ts';
import type { Finders } from '../../ports/kernel/unit-of-work.ts';
import type { OpenAPISpecState } from '../../domain/openapi-specs/openapi-spec.ts';
import type { OpenAPISpecVersionState } from '../../domain/openapi-specs/openapi-spec-version.ts';
import { createComputedCache } from '../kernel/computed-cache.ts';
import { readBlob } from '../uploads/read-blob.ts';

/** Reader of an organization's specifications; `level` is undefined for users who are not members. */
export interface SpecReader {
  readonly organizationId: OrganizationId;
  readonly level: Level | undefined;
}

/** Description of the latest version of a specification. */
export interface DescribedSpec {
  /** Key of this description: the same for equal descriptions. */
  readonly key: string;
  readonly description: SpecDescription;
  /** True if the document can be read without an API token. */
  readonly isPublic: boolean;
}

/** Mark of a document that cannot be described. */
const UNUSABLE = 'unusable';
/** Memory for all cached descriptions, in bytes. */
const MAX_BYTES = 48 * 1024 * 1024;

/**
 * Provides the descriptions of specifications that a reader may see; caches each for all versions and readers that
 * share it.
 */
export class SpecDescriptions {
  readonly #described = createComputedCache<SpecDescription | typeof UNUSABLE>(MAX_BYTES, weightOf);

  constructor(
    private readonly specs: Pick<Finders, 'openapiSpecs' | 'openapiSpecVersions'>,
    private readonly blobs: Pick<BlobStore, 'get'>,
    private readonly documents: Pick<OpenAPIParser, 'describe'>,
  ) {}

  /** Finds a description; undefined if the specification is unknown, not processed yet or invisible to the reader. */
  async find(reader: SpecReader, slug: string): Promise<DescribedSpec | undefined> {
    const spec = (await this.specs.openapiSpecs.find({ organizationId: reader.organizationId, slug }))?.snapshot();
    if (spec === undefined || !isVisible(spec, reader)) return undefined;
    const version = await this.specs.openapiSpecVersions.find({ id: spec.lastVersion, specId: spec.id });
    return version && this.#shownAs(spec, version.snapshot());
  }

  /** Finds several descriptions by slug, omitting those that are unavailable; takes as many queries as for one. */
  async list(reader: SpecReader, slugs: readonly string[]): Promise<ReadonlyMap<string, DescribedSpec>> {
    if (slugs.length === 0) return new Map();
    const { items } = await this.specs.openapiSpecs.list(
      { organizationId: reader.organizationId, slug: slugs },
      { limit: slugs.length },
    );
    const specs = new Map(
      items
        .map((one) => one.snapshot())
        .filter((spec): spec is ProcessedSpec => isVisible(spec, reader))
        .map((spec) => [spec.slug, spec]),
    );
    if (specs.size === 0) return new Map();
    const last = await this.specs.openapiSpecVersions.list(
      { id: [...specs.values()].map(({ lastVersion }) => lastVersion) },
      { limit: specs.size },
    );
    const versions = new Map(last.items.map((one) => [one.id, one.snapshot()]));
    const shown = new Map<string, DescribedSpec>();
    // One after the other: a description occupies a worker thread and its memory.
    for (const slug of slugs) {
      const spec = specs.get(slug);
      const version = spec && versions.get(spec.lastVersion);
      const found = spec && version && (await this.#shownAs(spec, version));
      if (found !== undefined) shown.set(slug, found);
    }
    return shown;
  }

  async #shownAs(
    { visibility, organizationId, sourceURL }: OpenAPISpecState,
    { reference }: OpenAPISpecVersionState,
  ): Promise<DescribedSpec | undefined> {
    const url = sourceURL ?? undefined;
    const key = JSON.stringify([reference, url]);
    const described = await this.#described.forceFetch(key, {
      context: () => this.#describe(reference, organizationId, url),
    });
    if (described === UNUSABLE) return undefined;
    return { key, description: described, isPublic: visibility === 'public' };
  }

  /** Describes a document unless the description would be too large. */
  async #describe(
    reference: string,
    organizationId: OrganizationId,
    url: string | undefined,
  ): Promise<SpecDescription | typeof UNUSABLE> {
    try {
      return await this.documents.describe(await readBlob(this.blobs, reference), organizationId, url);
    } catch (error) {
      if (error instanceof UnusableSpec) return UNUSABLE;
      throw error;
    }
  }
}

type ProcessedSpec = OpenAPISpecState & { readonly lastVersion: Id };
const isVisible = (spec: OpenAPISpecState, { level }: SpecReader): spec is ProcessedSpec =>
  spec.lastVersion !== null &&
  (spec.visibility === 'public' ||
    isAllowed('openapi-specs:view', { level, member: level !== undefined, operator: false }));

function weightOf(spec: SpecDescription | typeof UNUSABLE): number {
  if (spec === UNUSABLE) return 500;
  const texts = [
    ...spec.tags.flatMap(({ operations }) => operations.flatMap(({ markdown, model = '' }) => [markdown, model])),
    ...spec.schemas.map(({ markdown }) => markdown),
    ...spec.definitions.values(),
  ];
  const keys = [...spec.tags.flatMap(({ operations }) => operations), ...spec.schemas].reduce(
    (sum, { definitions = [] }) => sum + 8 * definitions.length,
    0,
  );
  return texts.reduce((sum, text) => sum + 300 + 2 * text.length, 500 + keys);
}

/** Finds an operation by method and path; ignores the case of the method. */
export function operationIn({ tags }: SpecDescription, method: string, path: string): OperationDescription | undefined {
  const lowercaseMethod = method.toLowerCase();
  return tags
    .flatMap(({ operations }) => operations)
    .find((one) => one.method === lowercaseMethod && one.path === path);
}
