import { asList, schemaName, type SpecDocument, type SpecOperation } from '../document.ts';
import { OperationDiff, operationDirections } from './diff-operations.ts';
import { SchemaDiff } from './diff-schemas.ts';
import {
  breakingChange,
  nonBreakingChange,
  summarizeChanges,
  type Direction,
  type OperationChange,
  type SchemaChange,
  type SpecDiff,
} from './spec-diff.ts';

/** Compares two documents: operations and named schemas that were added, removed or changed. */
export function diffSpecs(from: SpecDocument, to: SpecDocument): SpecDiff {
  const schemaDiff = new SchemaDiff(from, to);
  const operations = [...operationChanges(from, to, new OperationDiff(from, to, schemaDiff))];
  const schemas = [...schemaChanges(from, to, schemaDiff)];
  return { breaking: [...operations, ...schemas].some(({ breaking }) => breaking), operations, schemas };
}

function* operationChanges(from: SpecDocument, to: SpecDocument, diff: OperationDiff): Generator<OperationChange> {
  const [before, after] = [operationsOf(from), operationsOf(to)];
  for (const [key, was] of before) {
    const is = after.get(key);
    if (is === undefined)
      yield {
        ...operationIdentity(was),
        change: 'removed',
        ...breakingChange('clients that call the operation fail'),
        changes: [],
      };
    else {
      const changes = [...diff.compare(was, is)];
      if (changes.length > 0) yield { ...operationIdentity(is), change: 'changed', ...summarizeChanges(changes) };
    }
  }
  for (const [key, is] of after)
    if (!before.has(key))
      yield {
        ...operationIdentity(is),
        change: 'added',
        ...nonBreakingChange('existing clients are unaffected'),
        changes: [],
      };
}

const operationIdentity = ({
  method,
  path,
  webhook,
}: SpecOperation): Pick<OperationChange, 'method' | 'path' | 'webhook'> => ({
  method,
  path,
  webhook,
});

/**
 * Returns operations by method and path; ignores the names of path parameters, because callers do not depend on them.
 */
function operationsOf(document: SpecDocument): ReadonlyMap<string, SpecOperation> {
  return new Map(
    [...document.operations()].map((one) => [
      `${one.webhook} ${one.method} ${one.path.replace(/\{[^{}]*\}/g, '{}')}`,
      one,
    ]),
  );
}

function* schemaChanges(from: SpecDocument, to: SpecDocument, diff: SchemaDiff): Generator<SchemaChange> {
  const [before, after] = [new Map(from.schemas), new Map(to.schemas)];
  const ways = [schemaDirections(from), schemaDirections(to)];
  const waysTo = (name: string): ReadonlySet<Direction> => new Set(ways.flatMap((each) => [...(each.get(name) ?? [])]));
  for (const [name, was] of before) {
    if (!after.has(name)) {
      yield {
        change: 'removed',
        name,
        ...nonBreakingChange('changes to usages of the schema are listed separately'),
        changes: [],
      };
      continue;
    }
    const changes = diff.compareNamed(was, after.get(name), waysTo(name));
    if (changes.length > 0) yield { change: 'changed', name, ...summarizeChanges(changes) };
  }
  for (const name of after.keys())
    if (!before.has(name))
      yield { change: 'added', name, ...nonBreakingChange('the schema was not used before'), changes: [] };
}

/** Returns the directions in which each named schema is used, directly or as part of others. */
function schemaDirections(document: SpecDocument): ReadonlyMap<string, Set<Direction>> {
  const found = new Map<string, Set<Direction>>();
  const walked: Record<Direction, Set<object>> = { request: new Set(), response: new Set() };
  const walk = (value: unknown, direction: Direction): void => {
    const open = [value];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (typeof next !== 'object' || next === null || walked[direction].has(next)) continue;
      walked[direction].add(next);
      const name = schemaName(next);
      if (name !== undefined) found.set(name, (found.get(name) ?? new Set<Direction>()).add(direction));
      const target = document.resolve(next);
      if (target !== undefined && target !== next) open.push(target);
      for (const member of Object.values(next)) if (member !== undefined) open.push(member);
    }
  };
  for (const one of document.operations()) {
    const { input, output } = operationDirections(one);
    for (const direction of input)
      for (const part of [...asList(one.parameters), one.operation['requestBody']]) walk(part, direction);
    for (const direction of output) walk(one.operation['responses'], direction);
  }
  return found;
}
