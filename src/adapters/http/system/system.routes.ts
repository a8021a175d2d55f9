import * as z from 'zod';
import { getApiInformation } from '../../../application/system/information.ts';
import { BUILD } from '../kernel/build.ts';
import { ok, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const InformationResource = resource(
  'ApiInformation',
  z.object({ version: z.string(), build: z.string() }),
  (build: { version: string; build: string }) => ({ ...build }),
);

export const systemRoutes = tagged('System', [
  route('GET /v1/', getApiInformation(BUILD), {
    summary: 'Get the version of this instance',
    returns: ok(InformationResource),
  }),
]);
