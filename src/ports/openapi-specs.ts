import { DomainError } from '../domain/kernel/errors.ts';
import type { OrganizationId } from '../domain/kernel/id.ts';
import type { SpecDiff } from '../domain/openapi-specs/diff/spec-diff.ts';
import type { ModelJson, OperationModel, SchemaModel } from '../domain/openapi-specs/reference/reference-model.ts';
import type { SourceFormat } from '../domain/openapi-specs/openapi-spec-version.ts';

/** Parsed specification. */
export interface ParsedSpec {
  readonly format: SourceFormat;
  /** Content as one JSON document. */
  readonly document: Uint8Array;
  /** Same content converted to OpenAPI 3.1. */
  readonly reference: Uint8Array;
  /** Number of other documents that are referenced. */
  readonly externals: number;
}

/** Referenced document with its final URL. */
export interface FetchedDocument {
  readonly url: string;
  readonly body: Uint8Array;
}

export interface ReadOptions {
  /** Owner of the text. */
  readonly organizationId: OrganizationId;
  /** URL that the text was fetched from, if any; base of relative references. */
  readonly url?: string | undefined;
  /** Fetches a document referenced by http or https; `read` rethrows its errors. */
  readonly fetch: (url: string) => Promise<FetchedDocument>;
}

/** Operation as a model and as readable Markdown. */
export interface OperationDescription {
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
  /** Marker of a webhook, whose name is the path. */
  readonly isWebhook?: true;
  readonly isDeprecated?: true;
  /** Absent if the document is too large. */
  readonly model?: ModelJson<OperationModel>;
  /** Keys of the definitions that the model refers to, the nearest first. */
  readonly definitions?: readonly string[];
}
export interface TagDescription {
  readonly title: string;
  readonly description?: string;
  readonly operations: readonly OperationDescription[];
}
export interface SchemaDescription {
  readonly name: string;
  /** Key of its definition. */
  readonly key: string;
  /** Keys of its definition and those that this refers to, the nearest first. */
  readonly definitions: readonly string[];
  readonly markdown: string;
}

/** Specification as models and as readable Markdown. */
export interface SpecDescription {
  readonly title: string;
  readonly tags: readonly TagDescription[];
  readonly schemas: readonly SchemaDescription[];
  /** Referenced schemas by key; those beyond the size limit are absent. */
  readonly definitions: ReadonlyMap<string, ModelJson<SchemaModel>>;
}

/**
 * Parses OpenAPI documents (Swagger 2.0, OpenAPI 3.0 and 3.1, in JSON and YAML). Time and memory are bounded for any
 * input, and the event loop is not blocked. Each organization has a share of the threads: all methods throw UnusableSpec,
 * and fail while too many documents wait.
 */
export interface OpenAPIParser {
  /** Parses a text together with the documents it references. */
  read(text: Uint8Array, options: ReadOptions): Promise<ParsedSpec>;
  /**
   * Checks a text quickly and without fetching for problems that make it unreadable. Does not reject a text that is not
   * a specification; `read` reports that.
   * @returns URLs of directly referenced documents; undefined if time ran out or too many texts wait
   */
  check(text: Uint8Array, organizationId: OrganizationId): Promise<readonly string[] | undefined>;
  /**
   * Compares two specifications.
   * @param from reference as `read` returned it, like `to`
   */
  diff(from: Uint8Array, to: Uint8Array, organizationId: OrganizationId): Promise<SpecDiff>;
  /**
   * Describes a specification as models and in Markdown.
   * @param reference as `read` returned it
   * @param url URL of the document, if it has one; base of relative servers
   */
  describe(reference: Uint8Array, organizationId: OrganizationId, url?: string): Promise<SpecDescription>;
  /**
   * Adds the HTML of each description of Markdown in a member of its own, for renderers of the API.
   * @param document as `read` returned it
   */
  addHtmlDescriptions(document: Uint8Array, organizationId: OrganizationId): Promise<Uint8Array>;
}

/** The text cannot be used as a specification; the message says why. */
export class UnusableSpec extends DomainError {
  readonly category = 'invalid';
}
