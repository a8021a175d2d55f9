import { diffSpecs } from '../../domain/openapi-specs/diff/diff-specs.ts';
import { SpecDocument, type JsonMap } from '../../domain/openapi-specs/document.ts';
import { serveTasks } from '../workers/terminable-worker.ts';
import { checkText } from './check-text.ts';
import { describeSpec } from './describe/describe-spec.ts';
import { readDocument } from './read-document.ts';
import type { SpecQuestion, SpecReply, SpecTask } from './worker-openapi-parser.ts';

const parseSpec = (reference: Uint8Array): SpecDocument =>
  new SpecDocument(JSON.parse(new TextDecoder().decode(reference)) as JsonMap);

/** Runs tasks one after the other. */
serveTasks<SpecTask>((task, ask) => {
  switch (task.kind) {
    case 'read':
      return readDocument(task.text, task.url, async (url) => (await ask({ url } satisfies SpecQuestion)) as SpecReply);
    case 'check':
      return checkText(task.text);
    case 'diff':
      return diffSpecs(parseSpec(task.from), parseSpec(task.to));
    case 'describe':
      return describeSpec(parseSpec(task.reference));
  }
});
