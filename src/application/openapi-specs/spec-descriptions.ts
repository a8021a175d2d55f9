import type { Level } from '../../domain/permissions/level.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import type { Id } from '../../domain/kernel/id.ts';
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
import { BoundedCache } from '../sites/reader/bounded-cache.ts';
import { readBlob } from './read-blob.ts';

/** Who reads, and where: the level in the organization, undefined for whoever is no member of it. */
export interface SpecReader {
  readonly organizationId: Id;
  readonly level: Level | undefined;
}

/** The last version of a specification in words. */
export interface DescribedSpec {
  /** Names these very words. */
  readonly reference: string;
  readonly description: SpecDescription;
  /** Whether everybody may have the document itself. */
  readonly isPublic: boolean;
}

/** Memory that descriptions may take together. */
const MAX_BYTES = 48 * 1024 * 1024;

/** Specifications in words, as a reader may see them. A description is made once for what many versions and readers have alike. */
export class SpecDescriptions {
  readonly #described = new BoundedCache<SpecDescription | undefined>(MAX_BYTES, weightOf);

  constructor(
    private readonly specs: Pick<Finders, 'openapiSpecs' | 'openapiSpecVersions'>,
    private readonly blobs: Pick<BlobStore, 'get'>,
    private readonly documents: Pick<OpenAPIParser, 'describe'>,
  ) {}

  /** Undefined for one that is not there, was not read yet, or is kept from this reader: all alike. */
  async find(reader: SpecReader, slug: string): Promise<DescribedSpec | undefined> {
    const spec = (await this.specs.openapiSpecs.find({ organizationId: reader.organizationId, slug }))?.snapshot();
    if (spec === undefined || !isVisible(spec, reader)) return undefined;
    const version = await this.specs.openapiSpecVersions.find({ id: spec.lastVersion, specId: spec.id });
    return version && this.#shownAs(spec, version.snapshot());
  }

  /** Those of several that there are for this reader, by their slugs; as many look-ups as for one. */
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
    // In the order asked for, and one after the other: a description takes a thread and its memory.
    for (const slug of slugs) {
      const spec = specs.get(slug);
      const version = spec && versions.get(spec.lastVersion);
      const found = spec && version && (await this.#shownAs(spec, version));
      if (found !== undefined) shown.set(slug, found);
    }
    return shown;
  }

  async #shownAs(
    { visibility }: OpenAPISpecState,
    { reference }: OpenAPISpecVersionState,
  ): Promise<DescribedSpec | undefined> {
    const described = await this.#described.get(reference, () => this.#describe(reference));
    return described && { reference, description: described, isPublic: visibility === 'public' };
  }

  /** What is too much to be told is not told. */
  async #describe(reference: string): Promise<SpecDescription | undefined> {
    try {
      return await this.documents.describe(await readBlob(this.blobs, reference));
    } catch (error) {
      if (error instanceof UnusableSpec) return undefined;
      throw error;
    }
  }
}

type ProcessedSpec = OpenAPISpecState & { readonly lastVersion: Id };
const isVisible = (spec: OpenAPISpecState, { level }: SpecReader): spec is ProcessedSpec =>
  spec.lastVersion !== null &&
  (spec.visibility === 'public' ||
    isAllowed('openapi-specs:view', { level, member: level !== undefined, operator: false }));

const weightOf = (spec: SpecDescription | undefined): number =>
  500 +
  [...(spec?.tags.flatMap(({ operations }) => operations) ?? []), ...(spec?.schemas ?? [])].reduce(
    (sum, { markdown }) => sum + 300 + 2 * markdown.length,
    0,
  );

/** The operation of a description with this method and path, whatever the case of the method. */
export function operationIn({ tags }: SpecDescription, method: string, path: string): OperationDescription | undefined {
  const wanted = method.toLowerCase();
  return tags.flatMap(({ operations }) => operations).find((one) => one.method === wanted && one.path === path);
}
