import { until } from './until.ts';
import { must, type Api } from './world.ts';

/** Creates a small document, extended by `more`. */
export const petStore = (more: object = {}): Record<string, any> => ({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0.0' },
  tags: [{ name: 'pets', description: 'Everything about **pets**' }],
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        operationId: 'listPets',
        summary: 'List pets',
        parameters: [
          { name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer', maximum: 100 } },
        ],
        responses: {
          200: {
            description: 'The pets',
            content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, name: { type: 'string', nullable: true } },
      },
    },
  },
  ...more,
});

/** Waits until the specification is processed and returns it. */
export async function waitForSpec(api: Api, path: string, patienceMs?: number): Promise<any> {
  let spec: any;
  await until(async () => (spec = must(await api.get(path), 200)).processingState === 'complete', patienceMs);
  return spec;
}
