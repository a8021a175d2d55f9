import type { Id, CommentId } from '../../domain/kernel/id.ts';
import { inSpaceOrChangeRequest } from '../change-requests/find-change-request.ts';
import type { PageFormat } from '../content/page-body.ts';
import { command, query, type Command, type CommandContext, type Query } from '../kernel/use-case.ts';
import { type InSpace } from '../kernel/scope.ts';
import type { CommentLocation, Context, LocateComments } from './comment-location.ts';

type Space = { readonly space: Id };
export type ChangeContext = CommandContext<Space, 'ids' | 'content' | 'pageBlocks' | 'blocks'>;

export interface InComment {
  readonly commentId: CommentId;
}
export interface FormatOptions {
  /** Format of texts; Markdown by default. */
  readonly format?: PageFormat;
}

/**
 * Creates use cases on the comments of a space or of a change request; each locates the subject before its unit of
 * work.
 */
export function placeOperations<Where extends InSpace>(locate: LocateComments<Where>) {
  return {
    reads: <Input, Output>(
      name: string,
      run: (context: Context, place: CommentLocation, input: Input) => Promise<Output>,
    ): Query<Where & Input, Output, Space> =>
      query<Where & Input>()({
        name,
        requires: 'space:view',
        scope: inSpaceOrChangeRequest,
        needs: ['content', 'pageBlocks', 'blocks'],
        run: async (context, input) => run(context, await locate(context, input), input),
      }),

    /** Creates a command. @param ready runs once, before the unit of work */
    changes: <Input, Output, Ready = void>(
      name: string,
      run: (context: ChangeContext, place: CommentLocation, input: Input, ready: Ready) => Promise<Output>,
      ready?: (context: Context, place: CommentLocation, input: Input) => Promise<Ready>,
    ): Command<Where & Input, Output, Space, any> =>
      command<Where & Input>()({
        name,
        requires: 'space:comment',
        scope: inSpaceOrChangeRequest,
        needs: ['content', 'pageBlocks', 'blocks', 'ids'],
        async prepare(context, input) {
          const place = await locate(context, input);
          return { place, ready: (await ready?.(context, place, input)) as Ready };
        },
        run: (context, input, { place, ready: made }: { place: CommentLocation; ready: Ready }) =>
          run(context, place, input, made),
      }),
  };
}
