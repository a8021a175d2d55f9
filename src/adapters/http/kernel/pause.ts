import { z } from 'zod';
import { PAUSE_MESSAGES, PAUSE_REASONS, type Pause } from '../../../domain/permissions/pause.ts';
import { instant } from './fields.ts';

/** Background work that stopped because its orderer lost the right to it, as resources show it. */
export const pause = z.object({ reason: z.enum(PAUSE_REASONS), message: z.string(), since: instant });

export const presentPause = ({ reason, since }: Pause): z.input<typeof pause> => ({
  reason,
  message: PAUSE_MESSAGES[reason],
  since,
});
