import type { Level } from '../../domain/access/level.ts';
import { allows } from '../../domain/access/policy.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { DocumentRefused, type DescribedOperation, type DescribedSpec, type OpenAPIDocuments } from '../../ports/openapi-documents.ts';
import type { Finders } from '../../ports/unit-of-work.ts';
import { BoundedCache } from '../sites/reader/bounded-cache.ts';
import { readBlob } from './read-blob.ts';

/** Who reads, and where: the level in the organization, undefined for whoever is no member of it. */
export interface SpecReader {
  readonly organizationId: Id;
  readonly level: Level | undefined;
}

/** The last version of a specification in words. */
export interface ShownSpec {
  /** Names these very words. */
  readonly reference: string;
  readonly described: DescribedSpec;
  /** Whether everybody may have the document itself. */
  readonly isPublic: boolean;
}

/** Memory that descriptions may take together. */
const MAX_BYTES = 48 * 1024 * 1024;

/** Specifications in words, as a reader may see them. A description is made once for what many versions and readers have alike. */
export class DescribedSpecs {
  readonly #described = new BoundedCache<DescribedSpec | undefined>(MAX_BYTES, weightOf);

  constructor(
    private readonly specs: Pick<Finders, 'openapiSpecs' | 'openapiSpecVersions'>,
    private readonly blobs: Pick<BlobStore, 'get'>,
    private readonly documents: Pick<OpenAPIDocuments, 'describe'>,
  ) {}

  /** Undefined for one that is not there, was not read yet, or is kept from this reader: all alike. */
  async find({ organizationId, level }: SpecReader, slug: string): Promise<ShownSpec | undefined> {
    const spec = (await this.specs.openapiSpecs.find({ organizationId, slug }))?.snapshot();
    if (spec === undefined || spec.lastVersion === null) return undefined;
    const isPublic = spec.visibility === 'public';
    if (!isPublic && !allows('openapi-specs:view', { level, member: level !== undefined, operator: false })) return undefined;
    const version = await this.specs.openapiSpecVersions.find({ id: spec.lastVersion, specId: spec.id });
    if (version === undefined) return undefined;
    const { reference } = version.snapshot();
    const described = await this.#described.get(reference, () => this.#describe(reference));
    return described && { reference, described, isPublic };
  }

  /** What is too much to be told is not told. */
  async #describe(reference: string): Promise<DescribedSpec | undefined> {
    try {
      return await this.documents.describe(await readBlob(this.blobs, reference));
    } catch (error) {
      if (error instanceof DocumentRefused) return undefined;
      throw error;
    }
  }
}

const weightOf = (spec: DescribedSpec | undefined): number =>
  500 + [...(spec?.tags.flatMap(({ operations }) => operations) ?? []), ...(spec?.schemas ?? [])].reduce((sum, { markdown }) => sum + 300 + 2 * markdown.length, 0);

/** The operation of a description with this method and path, whatever the case of the method. */
export function operationIn({ tags }: DescribedSpec, method: string, path: string): DescribedOperation | undefined {
  const wanted = method.toLowerCase();
  return tags.flatMap(({ operations }) => operations).find((one) => one.method === wanted && one.path === path);
}
