const LINES = 12;
/** Numbers that lists of pages name; each is in the lists of 12 of as many pages. */
export const NUMBERS = 997;

/** Writes a number in letters, so that searches for numbers find the lists only. */
const inLetters = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/**
 * Generates a page of 3 kB as people write them: headings, links, a table, code, a hint.
 * @param i number of the page, which decides which numbers its list names
 * @param version words that tell versions of the page apart
 */
export function pageText(i: number, version = 'of the service'): string {
  const name = inLetters(i);
  return [
    `Page ${name} tells how to configure the version ${version}, and what to do when it does not start.`,
    `## Settings of ${name}`,
    ...Array.from({ length: LINES }, (_, line) =>
      [
        `* Line ${inLetters(line)} of page ${name} speaks of **configuration ${(i * 31 + line) % NUMBERS}**`,
        `at some length, as documentation does; see [below](#start-${name}).`,
      ].join(' '),
    ),
    '',
    '| Name | Default | Purpose |',
    '| --- | --- | --- |',
    ...Array.from(
      { length: 6 },
      (_, k) => `| \`${name}_${inLetters(k)}\` | \`${inLetters(i * k)}\` | limits the connections |`,
    ),
    '',
    '{% hint style="info" %}\nChanges take effect after a restart.\n{% endhint %}',
    '',
    `## Start ${name}`,
    `\`\`\`typescript\nimport { Service } from './service-${name}.ts';\n\nconst service = new Service({ name: '${name}' });\nawait service.start();\n\`\`\``,
    '',
    'A paragraph of prose, as documentation has it, that says the same once more with other words. '.repeat(8),
  ].join('\n');
}
