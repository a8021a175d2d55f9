import { listOf, membersOf, parameterKey, type JsonMap, type SpecDocument, type SpecOperation } from '../document.ts';
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
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => ({ key, before: before.get(key), after: after.get(key) }));
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
    yield* note('deprecated', before.operation['deprecated'] ?? false, after.operation['deprecated'] ?? false, 'it works as before');
    yield* note('operationId', before.operation['operationId'], after.operation['operationId'], 'only programs that were generated from the document notice');
  }

  *#parameters(before: SpecOperation, after: SpecOperation, asked: Directions): Generator<PartChange> {
    for (const { before: was, after: is } of pairs(parametersOf(before), parametersOf(after))) {
      const part = shownParameter(is ?? was!);
      const isRequired = is?.['required'] === true;
      if (was === undefined) yield { change: 'added', part, what: isRequired ? 'required parameter' : 'parameter', ...(isRequired ? harmful('requests that do not have it are refused') : harmless('requests go on without')) };
      else if (is === undefined) yield { change: 'removed', part, what: 'parameter', ...harmful(UNHEEDED) };
      else {
        if ((was['required'] === true) !== isRequired) yield { change: 'changed', part, what: 'required', from: String(!isRequired), to: String(isRequired), ...(isRequired ? harmful('requests that do not have it are refused') : harmless('requests that have it are taken as before')) };
        for (const how of ['style', 'explode'] as const) if (was[how] !== is[how]) yield { change: 'changed', part, what: how, from: shown(was[how] ?? 'default'), to: shown(is[how] ?? 'default'), ...harmful('it is written in another way') };
        yield* this.schemas.between(schemaOf(was), schemaOf(is), asked, part);
      }
    }
  }

  *#body(before: JsonMap, after: JsonMap, asked: Directions): Generator<PartChange> {
    const [was, is] = [this.from.resolve(before['requestBody']), this.to.resolve(after['requestBody'])];
    const isRequired = is?.['required'] === true;
    if (was === undefined && is === undefined) return;
    if (was === undefined) yield { change: 'added', part: 'body', what: isRequired ? 'required body' : 'body', ...(isRequired ? harmful('requests without one are refused') : harmless('requests go on without')) };
    else if (is === undefined) yield { change: 'removed', part: 'body', what: 'body', ...harmful(UNHEEDED) };
    else {
      if ((was['required'] === true) !== isRequired) yield { change: 'changed', part: 'body', what: 'required', from: String(!isRequired), to: String(isRequired), ...(isRequired ? harmful('requests without one are refused') : harmless('requests that have one are taken as before')) };
      yield* this.#contents(was, is, asked, 'body', 'requests in it are refused');
    }
  }

  *#responses(before: JsonMap, after: JsonMap, answered: Directions): Generator<PartChange> {
    for (const { key: status, before: was, after: is } of pairs(new Map(membersOf(before['responses'])), new Map(membersOf(after['responses'])))) {
      const [old, now] = [this.from.resolve(was), this.to.resolve(is)];
      if (old === undefined && now === undefined) continue;
      if (old === undefined) yield { change: 'added', part: status, what: 'response', ...harmless('answers that clients know stay what they were') };
      else if (now === undefined) yield { change: 'removed', part: status, what: 'response', ...(status.startsWith('2') ? harmful('clients wait for it') : harmless('one thing less goes wrong')) };
      else {
        for (const { key: name, before: had, after: has } of pairs(new Map(membersOf(old['headers'])), new Map(membersOf(now['headers'])))) {
          const part = `${status} header ${name}`;
          if (had === undefined) yield { change: 'added', part, what: 'header', ...harmless('clients that do not know it go on without') };
          else if (has === undefined) yield { change: 'removed', part, what: 'header', ...harmful('clients that read it find nothing') };
          else yield* this.schemas.between(this.from.resolve(had)?.['schema'], this.to.resolve(has)?.['schema'], answered, part);
        }
        yield* this.#contents(old, now, answered, status, 'clients that ask for it get something else');
      }
    }
  }

  *#contents(before: JsonMap, after: JsonMap, directions: Directions, part: string, ofRemoved: string): Generator<PartChange> {
    for (const { key: type, before: was, after: is } of pairs(new Map(membersOf(before['content'])), new Map(membersOf(after['content'])))) {
      const inner = `${part} ${type}`;
      if (was === undefined) yield { change: 'added', part: inner, what: 'media type', ...harmless('the others are what they were') };
      else if (is === undefined) yield { change: 'removed', part: inner, what: 'media type', ...harmful(ofRemoved) };
      else yield* this.schemas.between((was as JsonMap)['schema'], (is as JsonMap)['schema'], directions, `${inner} `);
    }
  }

  /** What a caller has to show, each way of it as one text; none is a way, too. */
  *#security(before: JsonMap, after: JsonMap): Generator<PartChange> {
    const waysOf = (operation: JsonMap, { root }: SpecDocument): ReadonlySet<string> => {
      const ways = listOf(operation['security'] ?? root['security']).map(canonical);
      return new Set(ways.length === 0 ? ['{}'] : ways);
    };
    const [old, now] = [waysOf(before, this.from), waysOf(after, this.to)];
    const [lost, won] = [[...old].filter((way) => !now.has(way)), [...now].filter((way) => !old.has(way))];
    if (lost.length === 0 && won.length === 0) return;
    const isFree = now.has('{}');
    yield { change: 'changed', part: '', what: 'security', from: shown([...old].join(' or ')), to: shown([...now].join(' or ')), ...(lost.length === 0 || isFree ? harmless('who was let in still is') : harmful('who was let in may be refused')) };
  }
}

const schemaOf = (parameter: JsonMap): unknown => parameter['schema'] ?? (membersOf(parameter['content'])[0]?.[1] as JsonMap | undefined)?.['schema'];

const shownParameter = ({ in: place, name }: JsonMap): string => `${shown(place)} ${shown(name)}`;

/** Those in the path go by their place in it, as nobody who calls it knows their names. */
function parametersOf({ path, parameters }: SpecOperation): ReadonlyMap<string, JsonMap> {
  const places = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(parameters.map((parameter) => {
    const at = parameter['in'] === 'path' ? places.indexOf(String(parameter['name'])) : -1;
    return [at < 0 ? parameterKey(parameter) : `path at ${at}`, parameter];
  }));
}

function* note(what: string, before: unknown, after: unknown, reason: string): Generator<PartChange> {
  if (canonical(before ?? null) === canonical(after ?? null)) return;
  const change: ChangeKind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  yield { change, part: '', what, ...(before !== undefined && { from: shown(before) }), ...(after !== undefined && { to: shown(after) }), ...harmless(reason) };
}
