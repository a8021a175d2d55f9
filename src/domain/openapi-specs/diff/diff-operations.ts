import {
  isMap,
  listOf,
  membersOf,
  parameterKey,
  type JsonMap,
  type SpecDocument,
  type SpecOperation,
} from '../document.ts';
import { canonical, shown } from './canonical.ts';
import type { SchemaDiff } from './diff-schemas.ts';
import { harmful, harmless, type ChangeKind, type Direction, type Directions, type PartChange } from './spec-diff.ts';

const TO_US: Directions = new Set<Direction>(['request']);
const TO_THEM: Directions = new Set<Direction>(['response']);
const UNHEEDED = 'what clients send there is not heeded any more';

/** Which way the body and the parameters of an operation go: those of a webhook come to whoever uses the API. */
export const sentBy = ({ webhook }: SpecOperation): { readonly asked: Directions; readonly answered: Directions } =>
  webhook ? { asked: TO_THEM, answered: TO_US } : { asked: TO_US, answered: TO_THEM };

/** Something that is there before, after, or both. */
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

/** Compares what two documents say of the same operation. */
export class OperationDiff {
  constructor(
    private readonly from: SpecDocument,
    private readonly to: SpecDocument,
    private readonly schemas: SchemaDiff,
  ) {}

  *between(before: SpecOperation, after: SpecOperation): Generator<PartChange> {
    const { asked, answered } = sentBy(after);
    yield* this.#parameters(before, after, asked);
    yield* this.#body(before.operation, after.operation, asked);
    yield* this.#responses(before.operation, after.operation, answered);
    yield* this.#security(before.operation, after.operation);
    yield* this.#servers(before, after);
    yield* note(
      'deprecated',
      before.operation['deprecated'] ?? false,
      after.operation['deprecated'] ?? false,
      'it works as before',
    );
    yield* note(
      'operationId',
      before.operation['operationId'],
      after.operation['operationId'],
      'only programs that were generated from the document notice',
    );
  }

  *#parameters(before: SpecOperation, after: SpecOperation, asked: Directions): Generator<PartChange> {
    for (const { before: was, after: is } of pairs(parametersOf(before), parametersOf(after))) {
      const part = shownParameter(is ?? was!);
      const isRequired = is?.['required'] === true;
      if (was === undefined)
        yield {
          change: 'added',
          part,
          what: isRequired ? 'required parameter' : 'parameter',
          ...(isRequired ? harmful('requests that do not have it are refused') : harmless('requests go on without')),
        };
      else if (is === undefined) yield { change: 'removed', part, what: 'parameter', ...harmful(UNHEEDED) };
      else {
        if ((was['required'] === true) !== isRequired)
          yield {
            change: 'changed',
            part,
            what: 'required',
            from: String(!isRequired),
            to: String(isRequired),
            ...(isRequired
              ? harmful('requests that do not have it are refused')
              : harmless('requests that have it are taken as before')),
          };
        for (const how of ['style', 'explode'] as const)
          if (was[how] !== is[how])
            yield {
              change: 'changed',
              part,
              what: how,
              from: shown(was[how] ?? 'default'),
              to: shown(is[how] ?? 'default'),
              ...harmful('it is written in another way'),
            };
        yield* this.schemas.between(schemaOf(was), schemaOf(is), asked, part);
      }
    }
  }

  *#body(before: JsonMap, after: JsonMap, asked: Directions): Generator<PartChange> {
    const [was, is] = [this.from.resolve(before['requestBody']), this.to.resolve(after['requestBody'])];
    const isRequired = is?.['required'] === true;
    if (was === undefined && is === undefined) return;
    if (was === undefined)
      yield {
        change: 'added',
        part: 'body',
        what: isRequired ? 'required body' : 'body',
        ...(isRequired ? harmful('requests without one are refused') : harmless('requests go on without')),
      };
    else if (is === undefined) yield { change: 'removed', part: 'body', what: 'body', ...harmful(UNHEEDED) };
    else {
      if ((was['required'] === true) !== isRequired)
        yield {
          change: 'changed',
          part: 'body',
          what: 'required',
          from: String(!isRequired),
          to: String(isRequired),
          ...(isRequired
            ? harmful('requests without one are refused')
            : harmless('requests that have one are taken as before')),
        };
      yield* this.#contents(was, is, asked, 'body', 'requests in it are refused');
    }
  }

  *#responses(before: JsonMap, after: JsonMap, answered: Directions): Generator<PartChange> {
    for (const { key: status, before: was, after: is } of pairs(
      new Map(membersOf(before['responses'])),
      new Map(membersOf(after['responses'])),
    )) {
      const [old, now] = [this.from.resolve(was), this.to.resolve(is)];
      if (old === undefined && now === undefined) continue;
      if (old === undefined)
        yield {
          change: 'added',
          part: status,
          what: 'response',
          ...harmless('answers that clients know stay what they were'),
        };
      else if (now === undefined)
        yield {
          change: 'removed',
          part: status,
          what: 'response',
          ...(status.startsWith('2') ? harmful('clients wait for it') : harmless('one thing less goes wrong')),
        };
      else {
        for (const { key: name, before: had, after: has } of pairs(
          new Map(membersOf(old['headers'])),
          new Map(membersOf(now['headers'])),
        )) {
          const part = `${status} header ${name}`;
          if (had === undefined)
            yield { change: 'added', part, what: 'header', ...harmless('clients that do not know it go on without') };
          else if (has === undefined)
            yield { change: 'removed', part, what: 'header', ...harmful('clients that read it find nothing') };
          else
            yield* this.schemas.between(
              this.from.resolve(had)?.['schema'],
              this.to.resolve(has)?.['schema'],
              answered,
              part,
            );
        }
        yield* this.#contents(old, now, answered, status, 'clients that ask for it get something else');
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
      new Map(membersOf(before['content'])),
      new Map(membersOf(after['content'])),
    )) {
      const inner = `${part} ${type}`;
      if (was === undefined)
        yield { change: 'added', part: inner, what: 'media type', ...harmless('the others are what they were') };
      else if (is === undefined) yield { change: 'removed', part: inner, what: 'media type', ...harmful(ofRemoved) };
      else
        yield* this.schemas.between(
          this.from.resolve(was)?.['schema'],
          this.to.resolve(is)?.['schema'],
          directions,
          `${inner} `,
        );
    }
  }

  *#security(before: JsonMap, after: JsonMap): Generator<PartChange> {
    const [old, now] = [waysIn(before, this.from), waysIn(after, this.to)];
    if (canonical(old.map(keyOfWay).sort()) === canonical(now.map(keyOfWay).sort())) return;
    const byName = [old, now].map((ways) => shown(ways.map(({ said }) => canonical(said)).join(' or '))) as [
      string,
      string,
    ];
    const [from, to] =
      byName[0] !== byName[1]
        ? byName
        : ([old, now].map((ways) => shown(ways.map(keyOfWay).join(' or '))) as [string, string]);
    const isLetIn = old.every((had) => now.some((asked) => isEnoughFor(had, asked)));
    yield {
      change: 'changed',
      part: '',
      what: 'security',
      from,
      to,
      ...(isLetIn ? harmless('who was let in still is') : harmful('who was let in may be refused')),
    };
  }

  /** Where it is called. A webhook is called where its user says. */
  *#servers(before: SpecOperation, after: SpecOperation): Generator<PartChange> {
    if (after.webhook) return;
    const [old, now] = [before, after].map(
      ({ servers }) => new Map(servers.map((server) => [keyOfServer(server), server])),
    ) as [Map<string, JsonMap>, Map<string, JsonMap>];
    const isLost = [...old.keys()].some((key) => !now.has(key));
    if (!isLost && old.size === now.size) return;
    const told = (servers: Map<string, JsonMap>): string =>
      shown([...servers.values()].map(({ url }) => shown(url)).join(' or ') || 'none');
    const [from, to] =
      told(old) !== told(now)
        ? [told(old), told(now)]
        : [shown([...old.keys()].join(' or ')), shown([...now.keys()].join(' or '))];
    yield {
      change: 'changed',
      part: '',
      what: 'servers',
      from,
      to,
      ...(isLost ? harmful('it may not be there any more where it was called') : harmless('it is where it was')),
    };
  }
}

/** One way to be let in: what has to be shown, and what it has to allow. */
interface Way {
  readonly said: JsonMap;
  /** The scopes by what says how a scheme works, as nobody who calls it knows the names of schemes. */
  readonly asks: ReadonlyMap<string, readonly string[]>;
}

/** No way at all is one, too: everybody is let in. */
function waysIn(operation: JsonMap, document: SpecDocument): readonly Way[] {
  const ways = listOf(operation['security'] ?? document.root['security']).filter(isMap);
  const schemes = document.resolve(document.root['components'])?.['securitySchemes'];
  const defined = (name: string): string => {
    const scheme = isMap(schemes) && Object.hasOwn(schemes, name) ? document.resolve(schemes[name]) : undefined;
    return scheme === undefined ? name : canonical(workingsOf(scheme));
  };
  return (ways.length === 0 ? [{}] : ways).map((said: JsonMap) => ({
    said,
    asks: new Map(membersOf(said).map(([name, scopes]) => [defined(name), listOf(scopes).map(String).sort()])),
  }));
}

/** What of a scheme callers have to know; words about it, and scopes that are not asked for, are not. */
function workingsOf({ type, name, in: place, scheme, openIdConnectUrl, flows }: JsonMap): JsonMap {
  const addresses = membersOf(flows).map(([kind, flow]) => [
    kind,
    isMap(flow) ? [flow['authorizationUrl'], flow['tokenUrl']] : null,
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

const keyOfWay = ({ asks }: Way): string => canonical(Object.fromEntries(asks));

/** Whether those who had one way are let in by another, which asks for the same or less. */
const isEnoughFor = (had: Way, asked: Way): boolean =>
  [...asked.asks].every(
    ([scheme, scopes]) => had.asks.has(scheme) && scopes.every((scope) => had.asks.get(scheme)!.includes(scope)),
  );

/** What an address can be; not what it is said to be for. */
function keyOfServer({ url, variables }: JsonMap): string {
  const values = membersOf(variables).map(([name, variable]) => [
    name,
    isMap(variable) ? [variable['default'], variable['enum']] : null,
  ]);
  return canonical([String(url).replace(/\/$/, ''), Object.fromEntries(values)]);
}

const schemaOf = (parameter: JsonMap): unknown =>
  parameter['schema'] ?? (membersOf(parameter['content'])[0]?.[1] as JsonMap | undefined)?.['schema'];

const shownParameter = ({ in: place, name }: JsonMap): string => `${shown(place)} ${shown(name)}`;

/** Those in the path go by their place in it, as nobody who calls it knows their names. */
function parametersOf({ path, parameters }: SpecOperation): ReadonlyMap<string, JsonMap> {
  const places = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map((parameter) => {
      const at = parameter['in'] === 'path' ? places.indexOf(String(parameter['name'])) : -1;
      return [at < 0 ? parameterKey(parameter) : `path at ${at}`, parameter];
    }),
  );
}

function* note(what: string, before: unknown, after: unknown, reason: string): Generator<PartChange> {
  if (canonical(before ?? null) === canonical(after ?? null)) return;
  const change: ChangeKind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  yield {
    change,
    part: '',
    what,
    ...(before !== undefined && { from: shown(before) }),
    ...(after !== undefined && { to: shown(after) }),
    ...harmless(reason),
  };
}
