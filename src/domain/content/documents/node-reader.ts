import { Invalid } from '../../kernel/errors.ts';
import { isId } from '../../kernel/id.ts';

/** Node of a caller's document with its path; every access validates the value. */
export class NodeReader {
  constructor(
    private readonly node: BlockInput,
    /** Path of the node in errors. */
    readonly path: string,
  ) {}

  /**
   * Reads a list of nodes.
   * @throws Invalid
   */
  static list(value: unknown, path: string): NodeReader[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw Invalid.field(path, 'must be a list');
    return value.map((node: unknown, i) => {
      if (typeof node !== 'object' || node === null || Array.isArray(node))
        throw Invalid.field(`${path}.${i}`, 'must be an object');
      return new NodeReader(node as BlockInput, `${path}.${i}`);
    });
  }

  /**
   * Throws an error about a member of the node.
   * @throws Invalid naming the member
   */
  reject(member: string, message: string): never {
    throw Invalid.field(`${this.path}.${member}`, message);
  }
  get object(): string {
    return this.#text(this.node['object'], 'object') ?? this.reject('object', 'is missing');
  }
  get type(): string {
    return this.#text(this.node['type'], 'type') ?? this.reject('type', 'is missing');
  }
  get nodes(): NodeReader[] {
    return NodeReader.list(this.node['nodes'], `${this.path}.nodes`);
  }
  get marks(): NodeReader[] {
    return NodeReader.list(this.node['marks'], `${this.path}.marks`);
  }
  get leaves(): NodeReader[] {
    return NodeReader.list(this.node['leaves'], `${this.path}.leaves`);
  }
  /** Returns the nodes of the fragment with this name; empty if there is no such fragment. */
  fragment(name: string): NodeReader[] {
    const found = NodeReader.list(this.node['fragments'], `${this.path}.fragments`).find(
      ({ node }) => node['fragment'] === name || node['type'] === name,
    );
    return found?.nodes ?? [];
  }
  get text(): string {
    return this.#text(this.node['text'], 'text') ?? this.reject('text', 'is missing');
  }

  /** Tells whether the text is raw Markdown that no block or mark represents. */
  get isRaw(): boolean {
    return this.node['raw'] === true || (this.node['data'] !== undefined && this.value('raw') === true);
  }
  /** Tells whether a member is present: `nodes`, or `data.ref`. */
  has(member: string): boolean {
    return member.startsWith('data.')
      ? this.value(member.slice('data.'.length)) !== undefined
      : this.node[member] !== undefined;
  }

  /** Returns a member of `data`, unchecked. */
  value(name: string): unknown {
    const data = this.node['data'] ?? {};
    if (typeof data !== 'object' || Array.isArray(data)) this.reject('data', 'must be an object');
    return (data as BlockInput)[name];
  }
  /** Returns a string in `data`; undefined if absent. */
  string(name: string): string | undefined {
    return this.#text(this.value(name), `data.${name}`);
  }
  /** Returns a required string in `data`. */
  required(name: string): string {
    return this.string(name) ?? this.reject(`data.${name}`, 'is missing');
  }
  /** Returns a reader of an object within `data`; `path` names it within the node. */
  dataOf(data: unknown, path: string): NodeReader {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) this.reject(path, 'must be an object');
    return new NodeReader({ data }, `${this.path}.${path}`);
  }
  flag(name: string): boolean {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    return this.reject(`data.${name}`, 'must be true or false');
  }
  /** Returns a string in `data` that must be one of the choices. */
  choice<T extends string>(name: string, choices: readonly T[], byDefault: T): T {
    const text = this.string(name);
    if (text === undefined) return byDefault;
    return (
      choices.find((choice) => choice === text) ?? this.reject(`data.${name}`, `must be one of ${choices.join(', ')}`)
    );
  }

  /** Returns the markdown destination of the content reference in `data` (`ContentRef` in the API). */
  reference(name = 'ref'): string {
    return this.referenceIn(this.value(name), `data.${name}`);
  }
  /** Returns the markdown destination of a content reference; `path` names it within the node. */
  referenceIn(ref: unknown, path: string): string {
    if (typeof ref !== 'object' || ref === null || Array.isArray(ref)) this.reject(path, 'must be a content reference');
    const member = (key: string): string =>
      this.#text((ref as BlockInput)[key], `${path}.${key}`) ?? this.reject(`${path}.${key}`, 'is missing');
    const optional = (key: string): string | undefined => this.#text((ref as BlockInput)[key], `${path}.${key}`);
    const kind = member('kind');
    const within = (rest: string): string =>
      optional('space') === undefined ? rest : `/spaces/${optional('space')}${rest}`;
    switch (kind) {
      case 'url':
        return member('url');
      case 'file':
        return `/files/${member('file')}`;
      case 'page':
        return within(`/pages/${member('page')}`);
      case 'anchor':
        return optional('page') === undefined
          ? `#${member('anchor')}`
          : within(`/pages/${member('page')}#${member('anchor')}`);
      case 'space':
        return `/spaces/${member('space')}`;
      case 'collection':
        return `/collections/${member('collection')}`;
      case 'user':
        return `/users/${member('user')}`;
      case 'reusable-content':
        // Without an id, it is the path of reusable content in the same space.
        return isId(member('reusableContent')) || optional('space') !== undefined
          ? within(`/reusable-content/${member('reusableContent')}`)
          : member('reusableContent');
      case 'openapi':
        return member('spec');
      case 'tag':
        return member('tag');
      default:
        return this.reject(`${path}.kind`, `is not a known kind of reference: ${kind.slice(0, 40)}`);
    }
  }

  #text(value: unknown, member: string): string | undefined {
    if (value === undefined || typeof value === 'string') return value;
    return this.reject(member, 'must be a string');
  }
}

/** Unvalidated block of a document as a caller provides it (`DocumentModel` in the API). */
export type BlockInput = Readonly<Record<string, unknown>>;
