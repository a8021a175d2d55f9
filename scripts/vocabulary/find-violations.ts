import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { violationsOfApi } from './api-rules.ts';
import { suggestionForName } from './names.ts';
import { violationsOfSource } from './source-rules.ts';
import type { Violation } from './violation.ts';

const FOLDERS = ['src', 'app/src', 'test', 'scripts', 'bench'];
const API = 'openapi.json';
const SOURCE = /\.(tsx?|mts|js|mjs|cjs)$/;
/** First words of files that a command writes. */
const GENERATED = '// Written by `npm run ';
/** Lists the banned words. */
const WORDS = 'scripts/vocabulary/words.ts';
/** Names of migrations are stored in the databases that have run them. */
const STORED_NAMES = /\/migrations\//;

/** Finds everything that breaks the vocabulary below a folder, by file and line. */
export function findViolations(root: string): readonly Violation[] {
  const violations: Violation[] = [];
  for (const folder of FOLDERS.filter((name) => existsSync(join(root, name))))
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      const file = `${folder}/${name.split(sep).join('/')}`;
      if (!SOURCE.test(file) || file === WORDS) continue;
      const text = readFileSync(join(root, file), 'utf8');
      if (text.startsWith(GENERATED)) continue;
      const suggestion = suggestionForFile(file);
      if (suggestion !== undefined)
        violations.push({ rule: 'file-name', file, line: 1, found: basename(file), suggestion });
      violations.push(...violationsOfSource(file, text));
    }
  if (existsSync(join(root, API))) violations.push(...violationsOfApi(API, readFileSync(join(root, API), 'utf8')));
  return violations.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

const suggestionForFile = (file: string): string | undefined =>
  STORED_NAMES.test(file) ? undefined : suggestionForName(basename(file).replace(/\..*/, ''));
