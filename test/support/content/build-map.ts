import { buildMapInSlices, type MapUpdate } from '../../../src/domain/content/objects/map-apply.ts';
import type { MapKind } from '../../../src/domain/content/objects/map-node.ts';
import { runSync } from '../../../src/domain/content/objects/object-query.ts';

/** Builds a map without pauses. */
export const buildMap = <V>(kind: MapKind<V>, values: ReadonlyMap<string, V>): MapUpdate =>
  runSync(new Map(), buildMapInSlices(kind, values));
