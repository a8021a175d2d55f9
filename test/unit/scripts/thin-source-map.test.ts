import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { transform } from 'esbuild';
// @ts-expect-error: a script without types
import { thinSourceMap } from '../../../scripts/build/thin-source-map.mjs';

const FILE = fileURLToPath(new URL('../../support/world.ts', import.meta.url));

describe('thinSourceMap', () => {
  it('maps every position of the bundle to the same line of the same source', async () => {
    const { code, map } = await transform(readFileSync(FILE, 'utf8'), {
      loader: 'ts',
      sourcefile: FILE,
      sourcemap: 'external',
      minifyWhitespace: true,
      minifySyntax: true,
    });
    const thin: SourceMapPayload = JSON.parse(thinSourceMap(map));
    const [whole, kept] = [new SourceMap(JSON.parse(map)), new SourceMap(thin)];
    const lines = code.split('\n');
    let places = 0;
    for (const [line, text] of lines.entries()) {
      for (let column = 0; column < text.length; column++) {
        const [expected, found] = [whole, kept].map((each) => each.findEntry(line, column)) as {
          originalSource?: string;
          originalLine?: number;
        }[];
        expect([found!.originalSource, found!.originalLine], `${line}:${column}`).to.deep.equal([
          expected!.originalSource,
          expected!.originalLine,
        ]);
        places++;
      }
    }
    expect(places).to.be.greaterThan(1_000);
  });

  it('is much shorter, as a line has many segments', async () => {
    const { map } = await transform(readFileSync(FILE, 'utf8'), {
      loader: 'ts',
      sourcefile: FILE,
      sourcemap: 'external',
      minifyWhitespace: true,
    });
    const segments = (text: string): number => (JSON.parse(text).mappings as string).split(/[,;]/).length;
    expect(segments(thinSourceMap(map))).to.be.lessThan(segments(map) / 3);
  });

  it('handles distant lines, sources that precede others, and positions without a source', () => {
    const mappings = 'AAAA,CAAC,CCAgqDA,E,EDDhqDA;;AACA';
    const map = {
      version: 3,
      file: 'out.js',
      sources: ['a.ts', 'b.ts'],
      sourcesContent: [],
      names: [],
      mappings,
      sourceRoot: '',
    };
    const [whole, kept] = [new SourceMap(map), new SourceMap(JSON.parse(thinSourceMap(JSON.stringify(map))))];
    for (const [line, column] of [
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
      [0, 6],
      [2, 0],
    ] as const) {
      const [expected, found] = [whole, kept].map((each) => each.findEntry(line, column)) as {
        originalSource?: string;
        originalLine?: number;
      }[];
      expect([found!.originalSource, found!.originalLine], `${line}:${column}`).to.deep.equal([
        expected!.originalSource,
        expected!.originalLine,
      ]);
    }
  });
});
