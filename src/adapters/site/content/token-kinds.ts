/** Kind of a token of code, with a class of one letter, so that pages stay small and do not depend on the theme. */
export interface TokenKind {
  /** Name of the custom property with its color, behind `code-`. */
  readonly name: string;
  readonly className: string;
  /** TextMate scopes; the first that a theme has a rule for gives the color. */
  readonly scopes: readonly string[];
}

const kind = (name: string, className: string, ...scopes: readonly string[]): TokenKind => ({
  name,
  className,
  scopes,
});

/** Kinds of tokens; of two that fit a token, the one with the more specific scope applies. */
export const TOKEN_KINDS: readonly TokenKind[] = [
  kind('comment', 'c', 'comment', 'punctuation.definition.comment'),
  kind('keyword', 'k', 'keyword', 'storage', 'storage.type', 'storage.modifier', 'keyword.control'),
  kind('operator', 'o', 'keyword.operator'),
  kind('string', 's', 'string', 'string.quoted', 'punctuation.definition.string', 'markup.inline.raw', 'markup.raw'),
  kind('escape', 'e', 'constant.character.escape', 'string.regexp', 'constant.character'),
  kind('number', 'n', 'constant.numeric', 'constant', 'constant.language', 'support.constant'),
  kind('function', 'f', 'entity.name.function', 'support.function', 'meta.function-call.generic', 'variable.function'),
  kind(
    'type',
    't',
    'entity.name.type',
    'support.type',
    'support.class',
    'entity.name.class',
    'entity.other.inherited-class',
  ),
  kind('variable', 'v', 'variable.other.readwrite', 'variable.other', 'variable'),
  kind(
    'property',
    'p',
    'variable.other.property',
    'support.type.property-name',
    'meta.object-literal.key',
    'variable.other.object.property',
    'variable',
  ),
  kind('attribute', 'a', 'entity.other.attribute-name', 'variable.parameter'),
  kind('tag', 'g', 'entity.name.tag'),
  kind('punctuation', 'u', 'punctuation', 'meta.brace'),
  kind('inserted', 'i', 'markup.inserted', 'punctuation.definition.inserted'),
  kind('deleted', 'd', 'markup.deleted', 'punctuation.definition.deleted'),
  kind('heading', 'h', 'markup.heading', 'entity.name.section', 'markup.bold', 'keyword'),
];
