const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from: { path: from }, to });

/** Arrows point inwards: adapters → application → ports → domain. `test/unit/import-rules.test.ts` plants a violation to prove the rules are alive. */
module.exports = {
  forbidden: [
    rule(
      'domain-is-pure',
      'Move the dependency behind a port: the domain imports only the domain.',
      '^src/domain/(?!content/(objects/hash|text/text-merge)\\.ts|content/markdown/|openapi-specs/exact-json\\.ts)',
      { pathNot: ['^src/domain/'] },
    ),
    rule(
      'hash-imports-sha256-only',
      'domain/content/objects/hash.ts may use node:crypto for SHA-256, nothing else.',
      '^src/domain/content/objects/hash\\.ts',
      { pathNot: ['^src/domain/', '^(node:)?crypto$'] },
    ),
    rule(
      'text-merge-imports-diff3-only',
      'domain/content/text/text-merge.ts may use node-diff3, nothing else.',
      '^src/domain/content/text/text-merge\\.ts',
      { pathNot: ['^src/domain/', '(^|/)node-diff3(/|$)'] },
    ),
    rule(
      'exact-json-imports-parser-only',
      'domain/openapi-specs/exact-json.ts may use lossless-json, nothing else.',
      '^src/domain/openapi-specs/exact-json\\.ts',
      { pathNot: ['^src/domain/', '(^|/)lossless-json(/|$)'] },
    ),
    rule(
      'markdown-imports-syntax-only',
      'domain/content/markdown may use the parser of Markdown, mdast-util-* and micromark-*, and the names of emoji, nothing else.',
      '^src/domain/content/markdown/',
      { pathNot: ['^src/domain/', '(^|/)(@types/mdast|mdast-util-[\\w-]+|micromark-[\\w-]+|gemoji)(/|$)'] },
    ),
    rule('ports-speak-domain', 'A port is written in domain words: it imports only domain and ports.', '^src/ports/', {
      pathNot: ['^src/(domain|ports)/'],
    }),
    rule(
      'application-uses-ports',
      'Ask a port for it: use cases import only domain, ports and application, and lru-cache (ADR 53); kernel/abandonment.ts also async_hooks and events.',
      '^src/application/(?!kernel/abandonment\\.ts)',
      { pathNot: ['^src/(domain|ports|application)/', '(^|/)lru-cache(/|$)'] },
    ),
    {
      name: 'adapters-ignore-each-other',
      comment:
        'Go through a port: one adapter never imports another. They share workers, browser-bundles, html.ts and text-language.ts.',
      severity: 'error',
      from: { path: '^src/adapters/([^/.]+)' },
      to: {
        path: '^src/adapters/',
        pathNot: ['^src/adapters/$1[/.]', '^src/adapters/(workers/|browser-bundles/|(?:html|text-language)\\.ts)'],
      },
    },
    {
      name: 'only-the-root-composes',
      comment: 'container.ts is the one composition root.',
      severity: 'error',
      from: { path: '^src/(domain|ports|application|adapters)/' },
      to: { path: '^src/(composition/|config/|startup/|cli/|(container|worker-pools|instance|main)\\.ts$)' },
    },
    {
      name: 'runs-without-development',
      comment: 'Put it into dependencies: an installation for production has nothing else.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Cut the cycle, one of types too: what both speak of stands in a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^node_modules/@types' },
  },
};
