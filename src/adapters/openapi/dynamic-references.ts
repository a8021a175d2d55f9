import { asList, isJsonMap, SpecDocument, type JsonMap } from '../../domain/openapi-specs/document.ts';
import { parseExactJson, stringifyExactJson } from '../../domain/openapi-specs/exact-json.ts';
import { findAnchors, findReferences, isReference, objectsOf, pointerOf, splitReference } from './references.ts';

/** Characters of all copies of generic schemas together; later ones are not copied. */
const MAX_COPIED = 4_000_000;
/** Copies for one schema, which may be within each other. */
const MAX_COPIES = 50;
/** References that are followed to find generic schemas; further ones are not. */
const MAX_STEPS = 300_000;

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
 * copy of the generic schema with these. Generic schemas that the copy refers to are copied too, so that the outermost
 * schema decides, as in JSON Schema.
 */
function specializeSchemas(document: JsonMap): void {
  const specializer = new SchemaSpecializer(new SpecDocument(document));
  const replacements: (readonly [reference: JsonMap, members: JsonMap])[] = [];
  for (const [schema, pointer] of objectsOf(document)) {
    const targets = targetsOfAnchors(schema, `#${pointer}`);
    if (targets.size === 0) continue;
    const parts = asList(schema['allOf']).map((part, i) => [part, `#${pointer}/allOf/${i}`] as const);
    for (const [reference, place] of [[schema, `#${pointer}`] as const, ...parts]) {
      const members = specializer.specialize(reference, targets, place, new Map([[schema, `#${pointer}`]]));
      if (members !== undefined) replacements.push([reference as JsonMap, members]);
    }
  }
  // Copies are made of schemas as they were written.
  for (const [reference, members] of replacements) replaceMember(reference, '$ref', members);
}

/** References by the anchor that they replace. */
type AnchorTargets = ReadonlyMap<string, string>;

/** Anchors that a schema names, and schemas that it refers to. */
interface SchemaUses {
  readonly anchors: ReadonlySet<string>;
  readonly schemas: readonly JsonMap[];
}

/** Copies generic schemas, with other schemas for their anchors. */
class SchemaSpecializer {
  #remaining = MAX_COPIED;
  #steps = MAX_STEPS;
  readonly #uses = new Map<JsonMap, SchemaUses>();
  readonly #reached = new Map<JsonMap, ReadonlySet<string>>();

  constructor(private readonly spec: SpecDocument) {}

  /**
   * Returns the members that replace a reference to a generic schema, with a copy of it; undefined for other references,
   * and when there would be too many copies.
   *
   * @param place reference to the referring schema
   * @param copies references to the copies by their originals; a schema is copied once
   */
  specialize(
    reference: unknown,
    targets: AnchorTargets,
    place: string,
    copies: Map<JsonMap, string>,
  ): JsonMap | undefined {
    const generic = isReference(reference) ? this.spec.resolvePointer(reference.$ref) : undefined;
    if (!isReference(reference) || !isJsonMap(generic) || !this.#isGeneric(generic, targets)) return undefined;
    const others = asList((reference as JsonMap)['allOf']);
    const known = copies.get(generic);
    if (known !== undefined) return others.length === 0 ? { $ref: known } : { allOf: [...others, { $ref: known }] };
    const copy = this.#copyOf(generic, reference.$ref, targets, `${place}/allOf/${others.length}`, copies);
    return copy && { allOf: [...others, copy] };
  }

  #copyOf(
    generic: JsonMap,
    pointer: string,
    outer: AnchorTargets,
    place: string,
    copies: Map<JsonMap, string>,
  ): JsonMap | undefined {
    const text = stringifyExactJson(generic);
    this.#remaining -= text.length;
    if (this.#remaining < 0 || copies.size > MAX_COPIES) return undefined;
    copies.set(generic, place);
    const targets = new Map([...targetsOfAnchors(generic, pointer), ...outer]);
    const { $dynamicAnchor: _anchor, $defs: _defs, ...copy } = parseExactJson(text) as JsonMap;
    // What takes the place of a reference is complete.
    const found = [...objectsOf(copy)];
    for (const [schema, within] of found) {
      const target = isReference(schema, '$dynamicRef') ? targets.get(anchorOf(schema)) : undefined;
      const members = this.specialize(schema, targets, place + within, copies);
      if (members !== undefined) replaceMember(schema, '$ref', members);
      if (target !== undefined) replaceMember(schema, '$dynamicRef', { $ref: target });
    }
    return copy;
  }

  /** Tells whether a schema, or one that it refers to, uses one of the anchors. */
  #isGeneric(schema: JsonMap, targets: AnchorTargets): boolean {
    const anchors = this.#reached.get(schema) ?? this.#anchorsFrom(schema);
    this.#reached.set(schema, anchors);
    return [...targets.keys()].some((anchor) => anchors.has(anchor));
  }

  #anchorsFrom(schema: JsonMap): ReadonlySet<string> {
    const anchors = new Set<string>();
    const seen = new Set([schema]);
    for (const next of seen) {
      const uses = this.#usesOf(next);
      uses.anchors.forEach((anchor) => anchors.add(anchor));
      this.#steps -= uses.schemas.length;
      if (this.#steps > 0) uses.schemas.forEach((used) => seen.add(used));
    }
    return anchors;
  }

  #usesOf(schema: JsonMap): SchemaUses {
    const known = this.#uses.get(schema);
    if (known !== undefined) return known;
    const references = new Set([...findReferences(schema)].map(({ $ref }) => $ref));
    const uses = {
      anchors: new Set([...findReferences(schema, '$dynamicRef')].map(anchorOf)),
      schemas: [...references].map((reference) => this.spec.resolvePointer(reference)).filter(isJsonMap),
    };
    this.#uses.set(schema, uses);
    return uses;
  }
}

/**
 * Returns the references to the schemas that a schema states for anchors: itself, and those in its `$defs`.
 *
 * @param place reference to the schema
 */
function targetsOfAnchors(schema: JsonMap, place: string): AnchorTargets {
  const { $dynamicAnchor: own, $defs } = schema;
  const targets = new Map<string, string>();
  if (typeof own === 'string') targets.set(own, place);
  for (const [name, stated] of Object.entries(isJsonMap($defs) ? $defs : {})) {
    if (!isJsonMap(stated)) continue;
    const { $dynamicAnchor: anchor, $ref, ...others } = stated;
    const isAlias = typeof $ref === 'string' && Object.keys(others).length === 0;
    const target = isAlias ? $ref : pointerOf(pointerOf(place, '$defs'), name);
    if (typeof anchor === 'string') targets.set(anchor, target);
  }
  return targets;
}
