import {
  isJsonMap,
  asList,
  entriesOf,
  parameterKey,
  schemaOfMedia,
  type JsonMap,
  type SpecDocument,
  type SpecOperation,
} from '../document.ts';
import { canonicalText, formatValue } from './canonical.ts';
import type { SchemaDiff } from './diff-schemas.ts';
import {
  breakingChange,
  nonBreakingChange,
  type ChangeKind,
  type Direction,
  type Directions,
  type PartChange,
} from './spec-diff.ts';

const REQUEST_ONLY: Directions = new Set<Direction>(['request']);
const RESPONSE_ONLY: Directions = new Set<Direction>(['response']);
const IGNORED_INPUT_REASON = 'values that clients send are ignored';

/** Returns the directions of an operation's input (parameters and body) and output; those of a webhook are reversed. */
export const operationDirections = ({
  webhook,
}: SpecOperation): { readonly input: Directions; readonly output: Directions } =>
  webhook ? { input: RESPONSE_ONLY, output: REQUEST_ONLY } : { input: REQUEST_ONLY, output: RESPONSE_ONLY };

/** Item before and after the change, if it exists. */
interface Pair<T> {
  readonly key: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

function pairs<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): readonly Pair<T>[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => ({
    key,
    before: before.get(key),
    after: after.get(key),
  }));
}

/** Compares the definitions of one operation in two documents. */
export class OperationDiff {
  constructor(
    private readonly from: SpecDocument,
    private readonly to: SpecDocument,
    private readonly schemas: SchemaDiff,
  ) {}

  *compare(before: SpecOperation, after: SpecOperation): Generator<PartChange> {
    const { input, output } = operationDirections(after);
    yield* this.#parameters(before, after, input);
    yield* this.#body(before.operation, after.operation, input);
    yield* this.#responses(before.operation, after.operation, output);
    yield* this.#security(before.operation, after.operation);
    yield* this.#servers(before, after);
    yield* diffAnnotation(
      'deprecated',
      before.operation['deprecated'] ?? false,
      after.operation['deprecated'] ?? false,
      'the operation works as before',
    );
    yield* diffAnnotation(
      'operationId',
      before.operation['operationId'],
      after.operation['operationId'],
      'only generated clients are affected',
    );
  }

  *#parameters(before: SpecOperation, after: SpecOperation, input: Directions): Generator<PartChange> {
    for (const { before: was, after: is } of pairs(parametersOf(before), parametersOf(after))) {
      const part = formatParameter(is ?? was!);
      const isRequired = is?.['required'] === true;
      if (was === undefined)
        yield {
          change: 'added',
          part,
          what: isRequired ? 'required parameter' : 'parameter',
          ...(isRequired
            ? breakingChange('requests without the parameter are rejected')
            : nonBreakingChange('existing requests remain valid')),
        };
      else if (is === undefined)
        yield { change: 'removed', part, what: 'parameter', ...breakingChange(IGNORED_INPUT_REASON) };
      else {
        if ((was['required'] === true) !== isRequired)
          yield {
            change: 'changed',
            part,
            what: 'required',
            from: String(!isRequired),
            to: String(isRequired),
            ...(isRequired
              ? breakingChange('requests without the parameter are rejected')
              : nonBreakingChange('requests with the parameter remain valid')),
          };
        for (const how of ['style', 'explode'] as const)
          if (was[how] !== is[how])
            yield {
              change: 'changed',
              part,
              what: how,
              from: formatValue(was[how] ?? 'default'),
              to: formatValue(is[how] ?? 'default'),
              ...breakingChange('the parameter is serialized differently'),
            };
        yield* this.schemas.compare(schemaOf(was), schemaOf(is), input, part);
      }
    }
  }

  *#body(before: JsonMap, after: JsonMap, input: Directions): Generator<PartChange> {
    const [was, is] = [this.from.resolve(before['requestBody']), this.to.resolve(after['requestBody'])];
    const isRequired = is?.['required'] === true;
    if (was === undefined && is === undefined) return;
    if (was === undefined)
      yield {
        change: 'added',
        part: 'body',
        what: isRequired ? 'required body' : 'body',
        ...(isRequired
          ? breakingChange('requests without a body are rejected')
          : nonBreakingChange('existing requests remain valid')),
      };
    else if (is === undefined)
      yield { change: 'removed', part: 'body', what: 'body', ...breakingChange(IGNORED_INPUT_REASON) };
    else {
      if ((was['required'] === true) !== isRequired)
        yield {
          change: 'changed',
          part: 'body',
          what: 'required',
          from: String(!isRequired),
          to: String(isRequired),
          ...(isRequired
            ? breakingChange('requests without a body are rejected')
            : nonBreakingChange('requests with a body remain valid')),
        };
      yield* this.#contents(was, is, input, 'body', 'requests in this media type are rejected');
    }
  }

  *#responses(before: JsonMap, after: JsonMap, output: Directions): Generator<PartChange> {
    for (const { key: status, before: was, after: is } of pairs(
      new Map(entriesOf(before['responses'])),
      new Map(entriesOf(after['responses'])),
    )) {
      const [old, now] = [this.from.resolve(was), this.to.resolve(is)];
      if (old === undefined && now === undefined) continue;
      if (old === undefined)
        yield {
          change: 'added',
          part: status,
          what: 'response',
          ...nonBreakingChange('existing responses are unchanged'),
        };
      else if (now === undefined)
        yield {
          change: 'removed',
          part: status,
          what: 'response',
          ...(status.startsWith('2')
            ? breakingChange('clients expect this response')
            : nonBreakingChange('clients no longer receive this error')),
        };
      else {
        for (const { key: name, before: had, after: has } of pairs(
          new Map(entriesOf(old['headers'])),
          new Map(entriesOf(now['headers'])),
        )) {
          const part = `${status} header ${name}`;
          if (had === undefined)
            yield {
              change: 'added',
              part,
              what: 'header',
              ...nonBreakingChange('existing clients are unaffected'),
            };
          else if (has === undefined)
            yield {
              change: 'removed',
              part,
              what: 'header',
              ...breakingChange('clients no longer receive this header'),
            };
          else
            yield* this.schemas.compare(
              this.from.resolve(had)?.['schema'],
              this.to.resolve(has)?.['schema'],
              output,
              part,
            );
        }
        yield* this.#contents(old, now, output, status, 'clients no longer receive this media type');
      }
    }
  }

  *#contents(
    before: JsonMap,
    after: JsonMap,
    directions: Directions,
    part: string,
    ofRemoved: string,
  ): Generator<PartChange> {
    for (const { key: type, before: was, after: is } of pairs(
      new Map(entriesOf(before['content'])),
      new Map(entriesOf(after['content'])),
    )) {
      const inner = `${part} ${type}`;
      if (was === undefined)
        yield {
          change: 'added',
          part: inner,
          what: 'media type',
          ...nonBreakingChange('the other media types are unchanged'),
        };
      else if (is === undefined)
        yield { change: 'removed', part: inner, what: 'media type', ...breakingChange(ofRemoved) };
      else
        yield* this.schemas.compare(
          schemaOfMedia(this.from.resolve(was) ?? {}),
          schemaOfMedia(this.to.resolve(is) ?? {}),
          directions,
          `${inner} `,
        );
    }
  }

  *#security(before: JsonMap, after: JsonMap): Generator<PartChange> {
    const [old, now] = [securityRequirements(before, this.from), securityRequirements(after, this.to)];
    if (canonicalText(old.map(requirementKey).sort()) === canonicalText(now.map(requirementKey).sort())) return;
    const byName = [old, now].map((ways) =>
      formatValue(ways.map(({ requirement }) => canonicalText(requirement)).join(' or ')),
    ) as [string, string];
    const [from, to] =
      byName[0] !== byName[1]
        ? byName
        : ([old, now].map((ways) => formatValue(ways.map(requirementKey).join(' or '))) as [string, string]);
    const isAccepted = old.every((had) => now.some((required) => isSatisfiedBy(had, required)));
    yield {
      change: 'changed',
      part: '',
      what: 'security',
      from,
      to,
      ...(isAccepted
        ? nonBreakingChange('existing credentials are still accepted')
        : breakingChange('existing credentials may be rejected')),
    };
  }

  /** Compares the servers. The URL of a webhook is chosen by its user. */
  *#servers(before: SpecOperation, after: SpecOperation): Generator<PartChange> {
    if (after.webhook) return;
    const [old, now] = [before, after].map(
      ({ servers }) => new Map(servers.map((server) => [serverKey(server), server])),
    ) as [Map<string, JsonMap>, Map<string, JsonMap>];
    const isLost = [...old.keys()].some((key) => !now.has(key));
    if (!isLost && old.size === now.size) return;
    const format = (servers: Map<string, JsonMap>): string =>
      formatValue([...servers.values()].map(({ url }) => formatValue(url)).join(' or ') || 'none');
    const [from, to] =
      format(old) !== format(now)
        ? [format(old), format(now)]
        : [formatValue([...old.keys()].join(' or ')), formatValue([...now.keys()].join(' or '))];
    yield {
      change: 'changed',
      part: '',
      what: 'servers',
      from,
      to,
      ...(isLost
        ? breakingChange('the operation may be unavailable at its previous address')
        : nonBreakingChange('the operation remains available at its previous addresses')),
    };
  }
}

/** Security requirement with its scopes. */
interface SecurityRequirement {
  readonly requirement: JsonMap;
  /** Scopes by the signature of the scheme, because callers do not depend on the names of schemes. */
  readonly scopesByScheme: ReadonlyMap<string, readonly string[]>;
}

/** Returns the alternative security requirements of an operation; without any, access is public. */
function securityRequirements(operation: JsonMap, document: SpecDocument): readonly SecurityRequirement[] {
  const ways = asList(operation['security'] ?? document.root['security']).filter(isJsonMap);
  const schemes = document.resolve(document.root['components'])?.['securitySchemes'];
  const defined = (name: string): string => {
    const scheme = isJsonMap(schemes) && Object.hasOwn(schemes, name) ? document.resolve(schemes[name]) : undefined;
    return scheme === undefined ? name : canonicalText(schemeSignature(scheme));
  };
  return (ways.length === 0 ? [{}] : ways).map((requirement: JsonMap) => ({
    requirement,
    scopesByScheme: new Map(
      entriesOf(requirement).map(([name, scopes]) => [defined(name), asList(scopes).map(String).sort()]),
    ),
  }));
}

/**
 * Returns the properties of a scheme that callers depend on; excludes descriptions and scopes that are not requested.
 */
function schemeSignature({ type, name, in: place, scheme, openIdConnectUrl, flows }: JsonMap): JsonMap {
  const addresses = entriesOf(flows).map(([kind, flow]) => [
    kind,
    isJsonMap(flow) ? [flow['authorizationUrl'], flow['tokenUrl']] : null,
  ]);
  return {
    type,
    name: place === 'header' ? String(name).toLowerCase() : name,
    in: place,
    scheme: typeof scheme === 'string' ? scheme.toLowerCase() : scheme,
    openIdConnectUrl,
    flows: Object.fromEntries(addresses),
  };
}

const requirementKey = ({ scopesByScheme }: SecurityRequirement): string =>
  canonicalText(Object.fromEntries(scopesByScheme));

/** Tells whether credentials for one requirement satisfy another, which requests the same or less. */
const isSatisfiedBy = (had: SecurityRequirement, required: SecurityRequirement): boolean =>
  [...required.scopesByScheme].every(
    ([scheme, scopes]) =>
      had.scopesByScheme.has(scheme) && scopes.every((scope) => had.scopesByScheme.get(scheme)!.includes(scope)),
  );

/** Returns the URL of a server with its variables as a key; ignores descriptions. */
function serverKey({ url, variables }: JsonMap): string {
  const values = entriesOf(variables).map(([name, variable]) => [
    name,
    isJsonMap(variable) ? [variable['default'], variable['enum']] : null,
  ]);
  return canonicalText([String(url).replace(/\/$/, ''), Object.fromEntries(values)]);
}

const schemaOf = (parameter: JsonMap): unknown =>
  parameter['schema'] ?? (entriesOf(parameter['content'])[0]?.[1] as JsonMap | undefined)?.['schema'];

const formatParameter = ({ in: place, name }: JsonMap): string => `${formatValue(place)} ${formatValue(name)}`;

/**
 * Returns parameters by key; path parameters by their position in the path, because callers do not depend on their
 * names.
 */
function parametersOf({ path, parameters }: SpecOperation): ReadonlyMap<string, JsonMap> {
  const places = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map((parameter) => {
      const at = parameter['in'] === 'path' ? places.indexOf(String(parameter['name'])) : -1;
      return [at < 0 ? parameterKey(parameter) : `path at ${at}`, parameter];
    }),
  );
}

function* diffAnnotation(what: string, before: unknown, after: unknown, reason: string): Generator<PartChange> {
  if (canonicalText(before ?? null) === canonicalText(after ?? null)) return;
  const change: ChangeKind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  yield {
    change,
    part: '',
    what,
    ...(before !== undefined && { from: formatValue(before) }),
    ...(after !== undefined && { to: formatValue(after) }),
    ...nonBreakingChange(reason),
  };
}
