import { asList, isJsonMap, SpecDocument, type JsonMap } from '../../domain/openapi-specs/document.ts';
import { findAnchors, findReferences, isReference, objectsOf, pointerOf, splitReference } from './references.ts';

/** Characters of all copies of generic schemas together; later ones are not copied. */
const MAX_COPIED = 4_000_000;

/**
 * Replaces dynamic references by references: to the schema that a specialization of a generic schema states for their
 * anchor, or else to the first schema with the anchor. Modifies `document`.
 */
export function resolveDynamicReferences(document: JsonMap): void {
  if (findReferences(document, '$dynamicRef').next().done === true) return;
  specializeSchemas(document);
  const anchors = findAnchors(document);
  for (const reference of findReferences(document, '$dynamicRef')) {
    const pointer = anchors.get(anchorOf(reference));
    if (pointer !== undefined && !isReference(reference))
      replaceMember(reference, '$dynamicRef', { $ref: `#${pointer}` });
  }
}

/** Replaces a member of a schema by others. */
function replaceMember(schema: JsonMap, name: string, others: JsonMap): void {
  delete schema[name];
  Object.assign(schema, others);
}

const anchorOf = ({ $dynamicRef }: { readonly $dynamicRef: string }): string => splitReference($dynamicRef)[1];

/**
 * Gives each schema that refers to a generic schema, such as a page of any items, and states schemas for its anchors a
 * copy of the generic schema with these. References from the generic schema to further generic ones stay as they are.
 */
function specializeSchemas(document: JsonMap): void {
  const spec = new SpecDocument(document);
  const found: (readonly [schema: JsonMap, targets: ReadonlyMap<string, string>])[] = [];
  for (const [schema, pointer] of objectsOf(document)) {
    const targets = targetsOfAnchors(schema, pointer);
    if (targets.size > 0) found.push([schema, targets]);
  }
  const known = new Map<JsonMap, ReadonlySet<string>>();
  let remaining = MAX_COPIED;
  for (const [schema, targets] of found)
    for (const reference of [schema, ...asList(schema['allOf'])]) {
      const generic = isReference(reference) ? spec.resolvePointer(reference.$ref) : undefined;
      if (!isJsonMap(reference) || !isJsonMap(generic) || generic === schema) continue;
      const anchors = anchorsWithin(generic, known);
      if (![...targets.keys()].some((anchor) => anchors.has(anchor))) continue;
      const text = JSON.stringify(generic);
      remaining -= text.length;
      if (remaining < 0) return;
      replaceMember(reference, '$ref', { allOf: [...asList(reference['allOf']), specialized(text, targets)] });
    }
}

/** Returns the references to the schemas that a schema states for anchors: itself, and those in its `$defs`. */
function targetsOfAnchors(schema: JsonMap, pointer: string): ReadonlyMap<string, string> {
  const { $dynamicAnchor: own, $defs } = schema;
  const targets = new Map<string, string>();
  if (typeof own === 'string') targets.set(own, `#${pointer}`);
  for (const [name, stated] of Object.entries(isJsonMap($defs) ? $defs : {})) {
    if (!isJsonMap(stated)) continue;
    const { $dynamicAnchor: anchor, $ref, ...others } = stated;
    const isAlias = typeof $ref === 'string' && Object.keys(others).length === 0;
    const place = `#${pointerOf(pointerOf(pointer, '$defs'), name)}`;
    if (typeof anchor === 'string') targets.set(anchor, isAlias ? $ref : place);
  }
  return targets;
}

/** Returns the anchors that dynamic references within a schema name; reads each schema once. */
function anchorsWithin(schema: JsonMap, known: Map<JsonMap, ReadonlySet<string>>): ReadonlySet<string> {
  const anchors = known.get(schema) ?? new Set([...findReferences(schema, '$dynamicRef')].map(anchorOf));
  known.set(schema, anchors);
  return anchors;
}

function specialized(generic: string, targets: ReadonlyMap<string, string>): JsonMap {
  const { $dynamicAnchor: _anchor, $defs: _defs, ...copy } = JSON.parse(generic) as JsonMap;
  for (const reference of findReferences(copy, '$dynamicRef')) {
    const target = targets.get(anchorOf(reference));
    if (target !== undefined) replaceMember(reference, '$dynamicRef', { $ref: target });
  }
  return copy;
}
