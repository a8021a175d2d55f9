import { DomainError } from '../domain/kernel/errors.ts';
import type { SpecDiff } from '../domain/openapi-specs/diff/spec-diff.ts';
import type { SourceFormat } from '../domain/openapi-specs/openapi-spec-version.ts';

/** A text that was understood. */
export interface ParsedSpec {
  readonly format: SourceFormat;
  /** What it says, as JSON in one piece. */
  readonly document: Uint8Array;
  /** The same as OpenAPI 3.1. */
  readonly reference: Uint8Array;
  /** How many other documents it refers to. */
  readonly externals: number;
}

/** Another document that is referred to, where it came from in the end. */
export interface FetchedDocument {
  readonly url: string;
  readonly body: Uint8Array;
}

export interface ReadOptions {
  /** Where the text came from, if from an address: what relative references start from. */
  readonly url?: string | undefined;
  /** Gets a document that is referred to by http or https; what it throws, `read` throws. */
  readonly fetch: (url: string) => Promise<FetchedDocument>;
}

/** An operation or a schema, in words. */
export interface OperationDescription {
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}
export interface TagDescription {
  readonly title: string;
  readonly description?: string;
  readonly operations: readonly OperationDescription[];
}
export interface SchemaDescription {
  readonly name: string;
  readonly markdown: string;
}

/** A document in words, for people to read. */
export interface SpecDescription {
  readonly title: string;
  readonly tags: readonly TagDescription[];
  readonly schemas: readonly SchemaDescription[];
}

/**
 * Understands OpenAPI documents (Swagger 2.0, OpenAPI 3.0 and 3.1, in JSON and YAML) of any making: whatever one is like, it
 * costs at most so much time and memory, and nobody but those who wait for it. Throws UnusableSpec.
 */
export interface OpenAPIParser {
  /** What a text says, together with what it refers to. */
  read(text: Uint8Array, options: ReadOptions): Promise<ParsedSpec>;
  /**
   * Looks a text over for what can never be read, in a short time and without asking for anything. What is no document at all is
   * not refused: `read` says what is wrong with it.
   * @returns the addresses of other documents that it refers to itself; undefined where there was no time to tell
   */
  check(text: Uint8Array): Promise<readonly string[] | undefined>;
  /** What changed from one to the other. @param from and `to` are references as `read` gave them */
  diff(from: Uint8Array, to: Uint8Array): Promise<SpecDiff>;
  /** @param reference as `read` gave it */
  describe(reference: Uint8Array): Promise<SpecDescription>;
}

/** The text is no document that could be used; the message says why. */
export class UnusableSpec extends DomainError {
  readonly category = 'invalid';
}
