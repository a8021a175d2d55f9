import { BUILD } from './kernel/build.ts';
import { describeApi } from './kernel/openapi.ts';
import { ROUTES } from './routes.ts';

/** The OpenAPI document of this version; checked in as openapi.json. */
export const apiDocument = (): object =>
  describeApi(ROUTES, {
    title: 'Quire',
    version: BUILD.version,
    description: 'The API of Quire, an open, self-hosted documentation platform.',
  });
