import * as z from 'zod';
import { PAUSE_MESSAGES, PAUSE_REASONS, type Pause } from '../../../domain/permissions/pause.ts';
import { instant } from './fields.ts';

/** Schema of a pause of background work whose initiator lost the permission. */
export const pause = z.object({ reason: z.enum(PAUSE_REASONS), message: z.string(), since: instant });

/** Presents a pause with its reason as a sentence. */
export const presentPause = ({ reason, since }: Pause): z.input<typeof pause> => ({
  reason,
  message: PAUSE_MESSAGES[reason],
  since,
});
