import { writeCurl } from './languages/curl.ts';
import { writeCSharp } from './languages/csharp.ts';
import { writeGo } from './languages/go.ts';
import { writeJava } from './languages/java.ts';
import { writeJavaScript } from './languages/javascript.ts';
import { writePhp } from './languages/php.ts';
import { writePowerShell } from './languages/powershell.ts';
import { writePython } from './languages/python.ts';
import { writeRuby } from './languages/ruby.ts';
import type { SampleRequest } from './request-sample.ts';

export interface CodeSample {
  readonly title: string;
  /** Name of the language for coloring. */
  readonly language: string;
  readonly code: string;
}

/** Languages of samples, in order. */
const LANGUAGES = [
  { title: 'cURL', language: 'bash', write: writeCurl },
  { title: 'JavaScript', language: 'javascript', write: writeJavaScript },
  { title: 'Python', language: 'python', write: writePython },
  { title: 'Go', language: 'go', write: writeGo },
  { title: 'Ruby', language: 'ruby', write: writeRuby },
  { title: 'PHP', language: 'php', write: writePhp },
  { title: 'Java', language: 'java', write: writeJava },
  { title: 'C#', language: 'csharp', write: writeCSharp },
  { title: 'PowerShell', language: 'powershell', write: writePowerShell },
] as const;

/** Writes a request in several languages; empty for one with an invalid URL. */
export function writeCodeSamples(request: SampleRequest): readonly CodeSample[] {
  if (!URL.canParse(request.url)) return [];
  // Parameters of the path that have no value stay readable.
  const url = new URL(request.url).href.replace(/%7B(?!%22|%7D)(\S+?)%7D/g, '{$1}');
  return LANGUAGES.map(({ title, language, write }) => ({ title, language, code: write({ ...request, url }) }));
}
