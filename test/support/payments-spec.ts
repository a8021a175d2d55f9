/** Specification of an invented payments API with everything that references show, in OpenAPI 3.1. */
export const paymentsSpec = (server: string): Record<string, any> => ({
  openapi: '3.1.0',
  info: { title: 'Payments', version: '2.4.0', description: 'Accept payments.' },
  servers: [
    { url: server, description: 'Production' },
    {
      url: 'https://{region}.sandbox.example.com/v1',
      description: 'Sandbox',
      variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Region of the data' } },
    },
  ],
  security: [{ bearer: [] }, { apiKey: [] }],
  tags: [
    { name: 'charges', 'x-displayName': 'Charges', description: 'A **charge** moves money from a customer to you.' },
    { name: 'customers', 'x-displayName': 'Customers', description: 'People and companies who pay.' },
  ],
  paths: {
    '/charges': {
      get: {
        tags: ['charges'],
        operationId: 'listCharges',
        summary: 'List charges',
        description:
          'Returns the charges of your account, the newest first.\n\n- Follow `next` to read further pages.\n- See [paging](https://example.com/paging) for limits.',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'Number of charges in a page.',
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
          { name: 'cursor', in: 'query', description: 'Place where the page starts.', schema: { type: 'string' } },
          {
            name: 'status',
            in: 'query',
            description: 'Only charges in one of these states.',
            schema: {
              type: 'array',
              items: { type: 'string', enum: ['pending', 'succeeded', 'failed', 'refunded'] },
              example: ['succeeded'],
            },
          },
          { name: 'created_after', in: 'query', deprecated: true, schema: { type: 'string', format: 'date-time' } },
        ],
        responses: {
          200: {
            description: 'A page of charges.',
            headers: {
              'X-Request-Id': { description: 'Name of the request in our logs.', schema: { type: 'string' } },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ChargeList' } } },
          },
          401: { $ref: '#/components/responses/Unauthorized' },
        },
      },
      post: {
        tags: ['charges'],
        operationId: 'createCharge',
        summary: 'Create a charge',
        description:
          'Charges a customer. Repeat a request with the same `Idempotency-Key` to be safe against lost answers.',
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'Key under which the answer is kept for 24 hours.',
            schema: { type: 'string', format: 'uuid', maxLength: 64 },
          },
        ],
        requestBody: {
          required: true,
          description: 'What to charge.',
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/ChargeInput' },
              examples: {
                card: {
                  summary: 'Card',
                  value: { amount: 1999, currency: 'eur', source: { type: 'card', number: '4242424242424242' } },
                },
                transfer: {
                  summary: 'Transfer',
                  value: { amount: 500, currency: 'usd', source: { type: 'transfer' } },
                },
              },
            },
          },
        },
        responses: {
          201: {
            description: 'The charge was created.',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Charge' },
                example: { id: 'ch_1', amount: 1999, currency: 'eur', status: 'pending', captured: false },
              },
            },
          },
          400: {
            description: 'The request is not valid.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
          401: { $ref: '#/components/responses/Unauthorized' },
          409: { description: 'The key was used for another request.' },
        },
        callbacks: { settled: { '{$request.body#/webhook}': { post: { responses: { 200: { description: 'ok' } } } } } },
      },
    },
    '/charges/{charge_id}': {
      parameters: [
        {
          name: 'charge_id',
          in: 'path',
          required: true,
          description: 'ID of the charge.',
          schema: { type: 'string', example: 'ch_1', pattern: '^ch_' },
        },
      ],
      get: {
        tags: ['charges'],
        operationId: 'getCharge',
        summary: 'Get a charge',
        responses: {
          200: {
            description: 'The charge.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Charge' } } },
          },
          404: {
            description: 'There is no such charge.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      },
      delete: {
        tags: ['charges'],
        operationId: 'cancelCharge',
        summary: 'Cancel a charge',
        deprecated: true,
        security: [],
        responses: { 204: { description: 'The charge is cancelled.' } },
      },
    },
    '/customers/{customer_id}': {
      put: {
        tags: ['customers'],
        operationId: 'replaceCustomer',
        summary: 'Replace a customer',
        parameters: [{ name: 'customer_id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Customer' } } } },
        responses: {
          200: {
            description: 'The customer.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Customer' } } },
          },
        },
      },
    },
  },
  webhooks: {
    chargeSettled: {
      post: {
        tags: ['charges'],
        summary: 'Charge settled',
        description: 'Sent when the money has arrived.',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Charge' } } } },
        responses: { 200: { description: 'Acknowledge within ten seconds.' } },
      },
    },
  },
  components: {
    responses: {
      Unauthorized: {
        description: 'The token is missing or not valid.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Token of your account.' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    },
    schemas: {
      Base: {
        type: 'object',
        required: ['id', 'created'],
        properties: {
          id: { type: 'string', readOnly: true, description: 'ID of the object.', example: 'ch_1' },
          created: { type: 'string', format: 'date-time', readOnly: true },
          metadata: {
            type: 'object',
            description: 'Up to 50 keys of yours.',
            additionalProperties: { type: 'string', maxLength: 500 },
          },
        },
      },
      Charge: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            type: 'object',
            required: ['amount', 'currency', 'status'],
            properties: {
              amount: {
                type: 'integer',
                minimum: 50,
                maximum: 99999999,
                description: 'Amount in the smallest unit of the currency.',
                example: 1999,
              },
              currency: { $ref: '#/components/schemas/Currency' },
              status: { type: 'string', enum: ['pending', 'succeeded', 'failed', 'refunded'] },
              captured: { type: 'boolean', default: false },
              customer: { anyOf: [{ $ref: '#/components/schemas/Customer' }, { type: 'null' }] },
              source: { $ref: '#/components/schemas/Source' },
              refunds: {
                type: 'array',
                items: { $ref: '#/components/schemas/Charge' },
                description: 'Charges that gave money back.',
              },
            },
          },
        ],
      },
      ChargeInput: {
        type: 'object',
        required: ['amount', 'currency', 'source'],
        properties: {
          amount: {
            type: 'integer',
            minimum: 50,
            maximum: 99999999,
            description: 'Amount in the smallest unit of the currency.',
          },
          currency: { $ref: '#/components/schemas/Currency' },
          source: { $ref: '#/components/schemas/Source' },
          description: {
            type: ['string', 'null'],
            maxLength: 200,
            description: 'Shown on the **statement** of the customer.',
          },
          client_secret: { type: 'string', writeOnly: true },
          webhook: { type: 'string', format: 'uri' },
        },
      },
      ChargeList: {
        type: 'object',
        required: ['items'],
        properties: {
          items: { type: 'array', items: { $ref: '#/components/schemas/Charge' } },
          next: { type: 'string', description: 'Cursor of the next page; absent on the last.' },
        },
      },
      Currency: { type: 'string', description: 'ISO 4217 code in lower case.', enum: ['eur', 'usd', 'gbp', 'jpy'] },
      Source: {
        description: 'Where the money comes from.',
        discriminator: { propertyName: 'type' },
        oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Transfer' }],
      },
      Card: {
        type: 'object',
        required: ['type', 'number'],
        properties: {
          type: { const: 'card' },
          number: { type: 'string', minLength: 12, maxLength: 19, writeOnly: true },
          expires: { type: 'string', pattern: '^\\d\\d/\\d\\d$', example: '12/30' },
        },
      },
      Transfer: {
        type: 'object',
        required: ['type'],
        properties: { type: { const: 'transfer' }, iban: { type: 'string' } },
      },
      Customer: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            properties: {
              email: { type: 'string', format: 'email' },
              address: {
                type: 'object',
                properties: {
                  street: { type: 'string' },
                  city: { type: 'string' },
                  country: { type: 'string', minLength: 2, maxLength: 2 },
                },
              },
              parent: { $ref: '#/components/schemas/Customer' },
            },
          },
        ],
      },
      Error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', example: 'invalid_amount' },
          message: { type: 'string', example: 'amount must be at least 50' },
          field: { type: 'string' },
        },
      },
    },
  },
});
