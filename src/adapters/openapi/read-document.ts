import { upgrade } from '@scalar/openapi-upgrader';
import { UnreadableDocument } from '../workers/worker-errors.ts';
import { stringifyExactJson } from '../../domain/openapi-specs/exact-json.ts';
import { DOCUMENT_NAMES, isJsonMap, type JsonMap } from '../../domain/openapi-specs/document.ts';
import type { FetchedDocument, ParsedSpec } from '../../ports/openapi-specs.ts';
import { bundleDocuments } from './bundle-documents.ts';
import { LIMITS } from './limits.ts';
import { parseSource } from './parse-source.ts';
import { prepareSwaggerTwo } from './swagger-two.ts';
import { resolveDynamicReferences } from './dynamic-references.ts';

/** Sections of a document; a document without any of them is empty. */
const SECTIONS = ['paths', 'webhooks', 'components', 'definitions'] as const;

/**
 * Reads a document with all documents that it references.
 *
 * @param url URL of the document, if it has one
 * @param fetch loads an external document; its errors are passed on
 * @throws UnreadableDocument
 */
export async function readDocument(
  text: Uint8Array,
  url: string | undefined,
  fetch: (url: string) => Promise<FetchedDocument>,
): Promise<ParsedSpec> {
  const { format, value } = parseSource(text);
  const root = requireSpec(value);
  let bytes = text.byteLength;
  const names = await bundleDocuments(root, url, async (address) => {
    const { body, url: from } = await fetch(address);
    bytes += body.byteLength;
    if (bytes > LIMITS.bytes)
      throw new UnreadableDocument(
        `the document and the documents that it references have more than ${LIMITS.bytes} bytes`,
      );
    return { url: from, value: parseExternal(address, body) };
  });
  const document = stringifyExactJson(root);
  const externals = Object.keys(names).length;
  if (externals > 0) root[DOCUMENT_NAMES] = names;
  resolveDynamicReferences(root);
  return {
    format,
    document: Buffer.from(document),
    reference: Buffer.from(stringifyExactJson(upgradeSpec(root, url))),
    externals,
  };
}

function parseExternal(address: string, body: Uint8Array): unknown {
  try {
    return parseSource(body).value;
  } catch (error) {
    if (error instanceof UnreadableDocument)
      throw new UnreadableDocument(`at ${address.slice(0, 200)}: ${error.message}`);
    throw error;
  }
}

function requireSpec(value: unknown): JsonMap {
  if (!isJsonMap(value)) throw new UnreadableDocument('the document is not an object');
  const { swagger, openapi } = value;
  const version = swagger ?? openapi;
  if (version === undefined)
    throw new UnreadableDocument('the document has neither openapi nor swagger and is not an OpenAPI document');
  const isKnown = swagger === undefined ? /^3\.\d+(?:\.|$)/.test(String(openapi)) : /^2\.0$|^2$/.test(String(swagger));
  if (!isKnown)
    throw new UnreadableDocument(`the version ${String(version).slice(0, 40)} is not supported; use 2.0 or 3`);
  if (!isJsonMap(value['info'])) throw new UnreadableDocument('info is not an object');
  for (const part of SECTIONS)
    if (value[part] !== undefined && !isJsonMap(value[part])) throw new UnreadableDocument(`${part} is not an object`);
  if (SECTIONS.every((part) => value[part] === undefined))
    throw new UnreadableDocument('the document has neither paths nor components');
  // YAML may state the version as a number.
  value[swagger === undefined ? 'openapi' : 'swagger'] = swagger === undefined ? String(openapi) : '2.0';
  return value;
}

/** Upgrades the document to version 3.1; modifies `root`. */
function upgradeSpec(root: JsonMap, url: string | undefined): unknown {
  try {
    prepareSwaggerTwo(root, url);
    return upgrade(root, '3.1');
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new UnreadableDocument('the document does not have the structure of an OpenAPI document');
  }
}
