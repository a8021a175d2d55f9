import { diffSpecs } from '../../domain/openapi-specs/diff/diff-specs.ts';
import { SpecDocument, type JsonMap } from '../../domain/openapi-specs/document.ts';
import { parseExactJson } from '../../domain/openapi-specs/exact-json.ts';
import type { FetchedDocument } from '../../ports/openapi-specs.ts';
import { workerTask } from '../workers/worker-task.ts';
import { checkText } from './check-text.ts';
import { describeSpec as describe } from './describe/describe-spec.ts';
import { addHtmlDescriptions } from './describe/html-descriptions.ts';
import { readDocument } from './read-document.ts';

const parseSpec = (reference: Uint8Array, url?: string): SpecDocument =>
  new SpecDocument(parseExactJson(new TextDecoder().decode(reference)) as JsonMap, url);

/** Tasks of the threads that parse OpenAPI documents; `WorkerOpenAPIParser` runs them by name. */
export const readSpec = workerTask(
  ({ text, url }: { readonly text: Uint8Array; readonly url: string | undefined }, ask) =>
    readDocument(text, url, async (address) => ask<FetchedDocument>(address)),
);
export const checkSpec = workerTask(checkText);
export const compareSpecs = workerTask(([from, to]: readonly [Uint8Array, Uint8Array]) =>
  diffSpecs(parseSpec(from), parseSpec(to)),
);
export const annotateSpec = workerTask(addHtmlDescriptions);
export const describeSpec = workerTask(
  ({ reference, url }: { readonly reference: Uint8Array; readonly url: string | undefined }) =>
    describe(parseSpec(reference, url)),
);
