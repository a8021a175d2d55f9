import { expect } from 'chai';
import {
  convertBlocks,
  MARKDOWN_OF_BLOCKS,
  WorkerBlockDocuments,
  type MarkdownTaskInput,
} from '../../../../src/adapters/block-documents/worker-block-documents.ts';
import { TaskAbandoned } from '../../../../src/adapters/workers/worker-errors.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import type { OrganizationId } from '../../../../src/domain/kernel/id.ts';

const ORGANIZATION = 'organization' as OrganizationId;
const paragraph = (text: unknown, type = 'paragraph') => ({
  object: 'block',
  type,
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

describe('WorkerBlockDocuments.toMarkdown', () => {
  let tasks: string[];
  const documents = new WorkerBlockDocuments(
    {
      run: async (name, { input }) => {
        tasks.push(name);
        return structuredClone(convertBlocks(input as MarkdownTaskInput)) as never;
      },
    },
    () => true,
  );
  const convert = (...nodes: ReturnType<typeof paragraph>[]): Promise<string> =>
    documents.toMarkdown(nodes, 'nodes', ORGANIZATION);
  beforeEach(() => (tasks = []));

  it('[A49] converts documents with a long block on a thread, and others on this one', async () => {
    expect(await convert(paragraph('*'), paragraph('a'))).to.equal('\\*\n\na\n');
    expect(tasks).to.deep.equal([]);
    expect(await convert(paragraph('a'), paragraph('*'.repeat(30_000)))).to.equal(`a\n\n${'\\*'.repeat(30_000)}\n`);
    expect(tasks).to.deep.equal([MARKDOWN_OF_BLOCKS]);
  });

  it('names the invalid member on either thread', async () => {
    for (const text of ['a', 'a'.repeat(30_000)]) {
      const failure = await convert(paragraph(text), paragraph('b', 'unknown')).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Invalid);
      expect((failure as Invalid).issues[0]!.path).to.equal('nodes.1.type');
    }
    expect(tasks).to.deep.equal([MARKDOWN_OF_BLOCKS]);
  });

  it('refuses a document that takes too long, and keeps other failures', async () => {
    for (const error of [new TaskAbandoned('time'), new Error('no thread')]) {
      const failing = new WorkerBlockDocuments({ run: () => Promise.reject(error) }, () => true);
      const failure = await failing
        .toMarkdown([paragraph('a'.repeat(30_000))], 'nodes', ORGANIZATION)
        .catch((one: unknown) => one);
      if (error instanceof TaskAbandoned)
        expect((failure as Invalid).message).to.equal('nodes: take too long to convert');
      else expect(failure).to.equal(error);
    }
  });
});
