import { shortenTitle } from '../../domain/kernel/title.ts';
import { MAX_SPACE_TITLE_LENGTH } from '../../domain/spaces.ts';
import type { UserId } from '../../domain/kernel/id.ts';
import type { RunResult, TranslationState } from '../../domain/translations/translation.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { JobContext } from '../kernel/job.ts';
import { deferProjections } from '../content/projections/build-projections.ts';
import { requireInitiatorRights } from '../permissions/initiator-rights.ts';
import { copyAccess } from '../spaces/copied-access.ts';
import { rankAfter } from '../spaces/duplicate-space.ts';
import type { MachineTranslation } from './machine-translator.ts';

/** Location of the result. */
export type ResultLocation = Pick<RunResult, 'spaceId' | 'revision' | 'machineBranch'>;

/**
 * Creates the space with the result, beside the source and with the settings of a copy. A separate branch holds the
 * machine translation, so that users' edits can be told from it later.
 * @throws InitiatorRightsLost
 */
export async function createResultSpace(
  context: JobContext<'ids' | 'clock'>,
  work: Work,
  state: TranslationState,
  machine: MachineTranslation,
  createdBy: UserId | null,
): Promise<ResultLocation> {
  const { ids, clock } = context;
  const { organizationId } = state;
  const now = clock.now();
  await work.lock('organizations', organizationId);
  const source = await work.spaces.get({ id: state.spaceId, organizationId, deletedAt: null });
  const { actorId: userId, via } = state.run!;
  const place = { organizationId, spaceId: source.id };
  const level = (await requireInitiatorRights(context.read, { userId, via }, 'space:admin', place))!;
  const rank = await rankAfter({ work }, source.snapshot());
  const space = source.duplicate({ id: ids.next(), rank, level, at: now });
  space.change({ title: titleOf(source.snapshot().title, state.language), editMode: 'live', mergeRules: null }, now);
  await work.spaces.save(space);
  await copyAccess({ work, ids }, { source, copy: space, level });
  const revision = {
    id: ids.next(),
    spaceId: space.id,
    parents: [],
    content: machine.hash,
    type: 'edits' as const,
    createdAt: now,
    createdBy,
  };
  await work.branches.create({ primary: deferProjections(machine.hash), revision, objects: [] });
  const machineBranch = ids.next();
  await work.branches.create({ branchId: machineBranch, revision: { ...revision, id: machineBranch }, objects: [] });
  return { spaceId: space.id, revision: revision.id, machineBranch };
}

/** Builds a title such as `Handbook (es)`; splits no character when it shortens. */
function titleOf(title: string, language: string): string {
  const end = ` (${language})`;
  return shortenTitle(title, MAX_SPACE_TITLE_LENGTH - end.length) + end;
}
