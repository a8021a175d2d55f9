/** Names of languages of code that differ from their ids with a capital letter. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'js javascript mjs cjs:JavaScript|ts typescript:TypeScript|jsx:JSX|tsx:TSX|sh shell bash zsh console shellscript shellsession:Shell|' +
    'ps powershell ps1:PowerShell|py python:Python|rb ruby:Ruby|cs csharp c#:C#|cpp c++:C++|objective-c objc:Objective-C|' +
    'php:PHP|html:HTML|css:CSS|scss:SCSS|json:JSON|json5:JSON5|jsonc:JSON with comments|jsonl:JSON Lines|yaml yml:YAML|' +
    'toml:TOML|xml:XML|sql:SQL|plsql:PL/SQL|graphql gql:GraphQL|http:HTTP|md markdown:Markdown|mdx:MDX|rs rust:Rust|' +
    'kt kotlin:Kotlin|docker dockerfile:Dockerfile|tf terraform hcl:Terraform|proto protobuf:Protocol Buffers|' +
    'ini:INI|csv:CSV|tex latex:LaTeX|vb:Visual Basic|wasm:WebAssembly|fsharp f#:F#|nginx:nginx|vue:Vue|go golang:Go|' +
    'bat batch cmd:Batch|asm:Assembly|viml vim:Vim script|matlab:MATLAB|abap:ABAP|cobol:COBOL|ocaml:OCaml|wgsl:WGSL|' +
    'glsl:GLSL|hlsl:HLSL|text txt plaintext plain none:'
  )
    .split('|')
    .flatMap((entry) => {
      const [ids, name] = entry.split(':') as [string, string];
      return ids.split(' ').map((id) => [id, name]);
    }),
);

/** Returns the name of a language for readers; empty for plain text. */
export const languageName = (id: string): string =>
  (Object.hasOwn(NAMES, id) ? NAMES[id] : undefined) ?? id.charAt(0).toUpperCase() + id.slice(1);
