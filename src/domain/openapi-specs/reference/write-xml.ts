import { escapeXml } from '../../kernel/escape-xml.ts';
import type { SchemaDefinitions, SchemaModel, XmlModel } from './reference-model.ts';
import { resolveSchema } from './schema-lookup.ts';

/** Names of the outermost element, and of the items of a list there, without a name in the document. */
const ROOT = 'root';
const ITEM = 'item';

const INDENT = '  ';

/** Schema of a value that the document does not describe. */
const ANY: SchemaModel = { types: [] };

/** Element or attribute before it is written. */
interface XmlNode {
  readonly name: string;
  readonly kind: 'element' | 'attribute' | 'text';
  /** Attributes that declare the namespace of the node. */
  readonly declarations: readonly (readonly [name: string, value: string])[];
  readonly content: string | readonly XmlNode[];
}

/** Reports whether a media type is XML. */
export const isXmlType = (type: string): boolean => /^[^;]*[/+]xml\b/i.test(type);

/** Writes a value as an XML document; the schema states the names of elements, and which members are attributes. */
export function writeXml(value: unknown, schema: SchemaModel | undefined, definitions: SchemaDefinitions): string {
  const root = resolveSchema(schema ?? ANY, definitions).schema;
  const name = root.xml?.name ?? root.name;
  const content = Array.isArray(value)
    ? itemNodes(value, root, undefined, definitions)
    : contentOf(value, root, definitions);
  const element: XmlNode = { ...nodeOf(name ?? ROOT, root.xml), kind: 'element', content };
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...writeElement(element, '')].join('\n');
}

/** Nodes of a member: one, or one for each item of a list that is not wrapped. */
function memberNodes(
  name: string,
  value: unknown,
  model: SchemaModel | undefined,
  definitions: SchemaDefinitions,
): readonly XmlNode[] {
  const { schema } = resolveSchema(model ?? ANY, definitions);
  const { xml } = schema;
  const node = nodeOf(xml?.name ?? name, xml);
  if (!Array.isArray(value)) {
    const content = contentOf(value, schema, definitions);
    return [{ ...node, kind: typeof content === 'string' ? (xml?.node ?? 'element') : 'element', content }];
  }
  if (xml?.isWrapped !== true) return itemNodes(value, schema, name, definitions);
  const content = itemNodes(value, schema, xml.name ?? name, definitions);
  return [{ ...node, kind: 'element', content }];
}

/** @param name name of items without one of their own; undefined for those of a list that is the whole document */
function itemNodes(
  values: readonly unknown[],
  { items, prefixItems = [] }: SchemaModel,
  name: string | undefined,
  definitions: SchemaDefinitions,
): readonly XmlNode[] {
  return values.flatMap((value, index) => {
    const item = prefixItems[index] ?? items;
    const ownName = item === undefined ? undefined : resolveSchema(item, definitions).schema.name;
    return memberNodes(name ?? ownName ?? ITEM, value, item, definitions);
  });
}

function contentOf(value: unknown, schema: SchemaModel, definitions: SchemaDefinitions): XmlNode['content'] {
  if (typeof value !== 'object' || value === null) return value === null ? '' : String(value);
  const schemas = memberSchemas(schema, definitions);
  return Object.entries(value).flatMap(([name, member]) =>
    memberNodes(name, member, schemas.get(name) ?? schema.additional, definitions),
  );
}

/** Returns the schemas of the members of an object, with those of the first variant. */
function memberSchemas(schema: SchemaModel, definitions: SchemaDefinitions): ReadonlyMap<string, SchemaModel> {
  const option = schema.variants?.[0]?.options[0];
  const variant = option === undefined ? [] : (resolveSchema(option, definitions).schema.properties ?? []);
  return new Map([...variant, ...(schema.properties ?? [])].map(({ name, schema: of }) => [name, of]));
}

function nodeOf(name: string, xml: XmlModel | undefined): Pick<XmlNode, 'name' | 'declarations'> {
  const prefix = xml?.prefix === undefined ? undefined : xmlName(xml.prefix);
  const own = xmlName(name);
  return {
    name: prefix === undefined ? own : `${prefix}:${own}`,
    declarations:
      xml?.namespace === undefined ? [] : [[prefix === undefined ? 'xmlns' : `xmlns:${prefix}`, xml.namespace]],
  };
}

/** Replaces the characters that a name cannot contain in XML. */
function xmlName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}._-]/gu, '_');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

function writeElement({ name, declarations, content }: XmlNode, indent: string): readonly string[] {
  const nodes = typeof content === 'string' ? [] : content;
  const attributes = [
    ...declarations,
    ...nodes
      .filter(({ kind }) => kind === 'attribute')
      .flatMap((each) => [...each.declarations, [each.name, each.content as string] as const]),
  ].map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `${indent}<${name}${attributes.join('')}`;
  const elements = nodes.filter(({ kind }) => kind === 'element');
  const text = typeof content === 'string' ? content : textOf(nodes);
  if (elements.length > 0)
    return [
      `${start}>`,
      ...(text === '' ? [] : [`${indent}${INDENT}${escapeXml(text)}`]),
      ...elements.flatMap((each) => writeElement(each, indent + INDENT)),
      `${indent}</${name}>`,
    ];
  return [text === '' ? `${start}/>` : `${start}>${escapeXml(text)}</${name}>`];
}

const textOf = (nodes: readonly XmlNode[]): string =>
  nodes
    .filter(({ kind }) => kind === 'text')
    .map(({ content }) => content as string)
    .join('');
