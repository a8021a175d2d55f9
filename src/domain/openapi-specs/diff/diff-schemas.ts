import { isJsonMap, asList, entriesOf, schemaName, type JsonMap, type SpecDocument } from '../document.ts';
import { canonicalText, formatValue } from './canonical.ts';
import {
  nonBreakingChange,
  judgeNarrowing,
  judgeReplacement,
  judgeWidening,
  type Directions,
  type PartChange,
} from './spec-diff.ts';

/** Keywords for which a larger value allows more, and the reverse. */
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum'] as const;
/** Lower bounds of counts; absent means 0. */
const MIN_COUNTS = ['minLength', 'minItems', 'minProperties'] as const;
/** Keywords whose values cannot be compared; without the keyword everything is allowed. */
const CONDITIONS = [
  'format',
  'pattern',
  'multipleOf',
  'uniqueItems',
  'not',
  'prefixItems',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'if',
  'then',
  'else',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
] as const;
const ANNOTATIONS = ['deprecated', 'readOnly', 'writeOnly', 'default'] as const;

type Verdict = Pick<PartChange, 'breaking' | 'reason'>;

/** Compares schemas of two documents. */
export class SchemaDiff {
  /** Pairs already compared, by direction; needed because schemas are recursive. */
  #seen = new Map<object, Map<object, Set<string>>>();

  constructor(
    private readonly from: SpecDocument,
    private readonly to: SpecDocument,
  ) {}

  /**
   * Lists the changes between two schemas; none if both refer to the schema of the same name, whose changes are listed
   * separately.
   */
  compare(from: unknown, to: unknown, directions: Directions, part: string): readonly PartChange[] {
    this.#seen = new Map();
    return [...this.#parts(from, to, directions, part)];
  }

  /** Lists the changes between two versions of a named schema. */
  compareNamed(from: unknown, to: unknown, directions: Directions): readonly PartChange[] {
    this.#seen = new Map();
    return [...this.#whole(asMap(from, this.from), asMap(to, this.to), directions, '')];
  }

  *#parts(from: unknown, to: unknown, directions: Directions, part: string): Generator<PartChange> {
    const name = schemaName(from);
    if (name !== undefined && name === schemaName(to)) return;
    yield* this.#whole(asMap(from, this.from), asMap(to, this.to), directions, part);
  }

  *#whole(from: JsonMap, to: JsonMap, directions: Directions, part: string): Generator<PartChange> {
    const compared = this.#seen.get(from) ?? new Map<object, Set<string>>();
    const ways = compared.get(to) ?? new Set();
    const way = [...directions].join();
    if (ways.has(way)) return;
    this.#seen.set(from, compared.set(to, ways.add(way)));
    yield* diffSets(TYPES, from, to, directions, part);
    yield* diffSets(VALUES, from, to, directions, part);
    yield* diffBounds(from, to, directions, part);
    for (const key of CONDITIONS) yield* diffCondition(key, from[key], to[key], directions, part);
    for (const key of ANNOTATIONS) yield* diffAnnotation(key, from[key], to[key], part);
    yield* this.#properties(from, to, directions, part);
    yield* this.#additionalProperties(from, to, directions, part);
    if (from['items'] !== undefined || to['items'] !== undefined)
      yield* this.#parts(from['items'] ?? true, to['items'] ?? true, directions, `${part}[]`);
    yield* this.#list('allOf', from, to, directions, part, { added: judgeNarrowing, removed: judgeWidening });
    for (const key of ['anyOf', 'oneOf'] as const) {
      // A further alternative allows more, but the first one restricts, because without alternatives everything is
      // allowed.
      const areAny = (schema: JsonMap): boolean => asList(schema[key]).length > 0;
      yield* this.#list(key, from, to, directions, part, {
        added: areAny(from) ? judgeWidening : judgeNarrowing,
        removed: areAny(to) ? judgeNarrowing : judgeWidening,
      });
    }
  }

  *#properties(from: JsonMap, to: JsonMap, directions: Directions, part: string): Generator<PartChange> {
    const [before, after] = [new Map(entriesOf(from['properties'])), new Map(entriesOf(to['properties']))];
    const [needed, needs] = [
      new Set(asList(from['required']).map(String)),
      new Set(asList(to['required']).map(String)),
    ];
    const ways = (name: string): Directions => this.#propertyDirections(before.get(name), after.get(name), directions);
    for (const [name, schema] of before) {
      const inner = joinPath(part, name);
      if (!after.has(name)) yield { change: 'removed', part: inner, what: 'property', ...judgeReplacement(ways(name)) };
      else yield* this.#parts(schema, after.get(name), ways(name), inner);
    }
    for (const name of after.keys()) {
      if (before.has(name)) continue;
      const verdict = needs.has(name)
        ? judgeNarrowing(ways(name))
        : nonBreakingChange('existing clients are unaffected');
      yield {
        change: 'added',
        part: joinPath(part, name),
        what: needs.has(name) ? 'required property' : 'property',
        ...verdict,
      };
    }
    for (const name of needs)
      if (!needed.has(name) && (before.has(name) || !after.has(name)))
        yield {
          change: 'changed',
          part: joinPath(part, name),
          what: 'required',
          from: 'false',
          to: 'true',
          ...judgeNarrowing(ways(name)),
        };
    for (const name of needed)
      if (!needs.has(name) && (after.has(name) || !before.has(name)))
        yield {
          change: 'changed',
          part: joinPath(part, name),
          what: 'required',
          from: 'true',
          to: 'false',
          ...judgeWidening(ways(name)),
        };
  }

  /**
   * Restricts the directions of a property: a read-only property is in no request and a write-only property in no
   * response.
   */
  #propertyDirections(from: unknown, to: unknown, directions: Directions): Directions {
    const is = (note: 'readOnly' | 'writeOnly'): boolean =>
      (
        [
          [from, this.from],
          [to, this.to],
        ] as const
      ).every(
        ([schema, document]) =>
          schema === undefined ||
          (isJsonMap(schema) && schema[note] === true) ||
          document.resolve(schema)?.[note] === true,
      );
    if (from === undefined && to === undefined) return directions;
    return new Set([...directions].filter((way) => !is(way === 'request' ? 'readOnly' : 'writeOnly')));
  }

  /** Compares the schema of unnamed properties. */
  *#additionalProperties(from: JsonMap, to: JsonMap, directions: Directions, part: string): Generator<PartChange> {
    const [before, after] = [from['additionalProperties'] ?? true, to['additionalProperties'] ?? true];
    const [wasClosed, isClosed] = [before === false, after === false];
    if (wasClosed !== isClosed) {
      yield {
        change: 'changed',
        part,
        what: 'additionalProperties',
        from: wasClosed ? 'false' : 'true',
        to: isClosed ? 'false' : 'true',
        ...(isClosed ? judgeNarrowing(directions) : judgeWidening(directions)),
      };
    } else if (isJsonMap(before) || isJsonMap(after))
      yield* this.#parts(before, after, directions, joinPath(part, '*'));
  }

  /** Compares the schemas of a combination: named ones by name, the others first by equality, then by position. */
  *#list(
    key: string,
    from: JsonMap,
    to: JsonMap,
    directions: Directions,
    part: string,
    verdicts: { readonly added: (of: Directions) => Verdict; readonly removed: (of: Directions) => Verdict },
  ): Generator<PartChange> {
    const before = asList(from[key]);
    const left = new Map(asList(to[key]).map((schema, i) => [i, schema]));
    const nameOf = (schema: unknown): string => schemaName(schema) ?? canonicalText(schema);
    const unmatched = before.filter((schema) => {
      for (const [i, other] of left) if (nameOf(other) === nameOf(schema)) return !left.delete(i);
      return true;
    });
    for (const schema of unmatched) {
      const at =
        schemaName(schema) === undefined ? [...left].find(([, other]) => schemaName(other) === undefined) : undefined;
      if (at === undefined)
        yield {
          change: 'removed',
          part,
          what: key,
          from: formatValue(schemaName(schema) ?? schema),
          ...verdicts.removed(directions),
        };
      else {
        left.delete(at[0]);
        yield* this.#parts(schema, at[1], directions, joinPath(part, key));
      }
    }
    for (const schema of left.values())
      yield {
        change: 'added',
        part,
        what: key,
        to: formatValue(schemaName(schema) ?? schema),
        ...verdicts.added(directions),
      };
  }
}

/** Resolves a schema; `true` allows everything, `false` nothing. */
const asMap = (schema: unknown, document: SpecDocument): JsonMap =>
  schema === false ? NOTHING : (document.resolve(schema) ?? ANYTHING);
/** Single shared objects, so that recursion is detected. */
const ANYTHING: JsonMap = {};
const NOTHING: JsonMap = { not: {} };

const joinPath = (part: string, name: string): string =>
  part === '' || part.endsWith(' ') ? `${part}${name}` : `${part}.${name}`;

/** Returns the allowed types, undefined for any. The type number includes integers. */
function typesOf({ type }: JsonMap): ReadonlySet<string> | undefined {
  if (type === undefined) return undefined;
  const named = new Set((Array.isArray(type) ? type : [type]).map(String));
  return named.has('number') ? named.add('integer') : named;
}

/** Returns the allowed values, undefined for any. */
function valuesOf(schema: JsonMap): ReadonlySet<string> | undefined {
  if (schema['const'] !== undefined) return new Set([canonicalText(schema['const'])]);
  return Array.isArray(schema['enum']) ? new Set(schema['enum'].map(canonicalText)) : undefined;
}

/** Keyword that restricts a schema to a set. */
interface SetKeyword {
  readonly what: string;
  readonly setOf: (schema: JsonMap) => ReadonlySet<string> | undefined;
  readonly show: (schema: JsonMap) => string;
}
const TYPES: SetKeyword = { what: 'type', setOf: typesOf, show: ({ type }) => formatValue(type ?? 'any') };
const VALUES: SetKeyword = {
  what: 'enum',
  setOf: valuesOf,
  show: (schema) => formatValue(schema['const'] ?? schema['enum'] ?? 'any'),
};

function* diffSets(
  { what, setOf, show }: SetKeyword,
  from: JsonMap,
  to: JsonMap,
  directions: Directions,
  part: string,
): Generator<PartChange> {
  const [before, after] = [setOf(from), setOf(to)];
  const lost =
    before === undefined ? after !== undefined : after !== undefined && [...before].some((each) => !after.has(each));
  const gained =
    after === undefined ? before !== undefined : before !== undefined && [...after].some((each) => !before.has(each));
  if (!lost && !gained) return;
  const verdict =
    lost && gained ? judgeReplacement(directions) : lost ? judgeNarrowing(directions) : judgeWidening(directions);
  yield { change: 'changed', part, what, from: show(from), to: show(to), ...verdict };
}

function* diffBounds(from: JsonMap, to: JsonMap, directions: Directions, part: string): Generator<PartChange> {
  for (const [keys, without] of [
    [UPPER_BOUNDS, Infinity],
    [LOWER_BOUNDS, -Infinity],
    [MIN_COUNTS, 0],
  ] as const) {
    for (const key of keys) {
      const [before = without, after = without] = [from[key], to[key]].map(boundOf);
      if (before === after) continue;
      const isNarrower = keys === UPPER_BOUNDS ? after < before : after > before;
      const format = ({ [key]: value }: JsonMap): string => String(boundOf(value) ?? 'none');
      yield {
        change: 'changed',
        part,
        what: key,
        from: format(from),
        to: format(to),
        ...(isNarrower ? judgeNarrowing(directions) : judgeWidening(directions)),
      };
    }
  }
}

const boundOf = (value: unknown): number | bigint | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? value : undefined;

function* diffCondition(
  key: string,
  before: unknown,
  after: unknown,
  directions: Directions,
  part: string,
): Generator<PartChange> {
  if (canonicalText(before ?? false) === canonicalText(after ?? false)) return;
  const verdict =
    before === undefined || before === false
      ? judgeNarrowing(directions)
      : after === undefined || after === false
        ? judgeWidening(directions)
        : judgeReplacement(directions);
  yield {
    change: 'changed',
    part,
    what: key,
    from: formatValue(before ?? 'none'),
    to: formatValue(after ?? 'none'),
    ...verdict,
  };
}

function* diffAnnotation(key: string, before: unknown, after: unknown, part: string): Generator<PartChange> {
  if (canonicalText(before ?? false) === canonicalText(after ?? false)) return;
  yield {
    change: 'changed',
    part,
    what: key,
    from: formatValue(before ?? false),
    to: formatValue(after ?? false),
    ...nonBreakingChange('the accepted values are unchanged'),
  };
}
