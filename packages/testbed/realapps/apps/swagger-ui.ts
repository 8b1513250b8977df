// Swagger UI over a small API of pets that this process serves, so that "Try it out" is answered.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { role } from '../../drift/checker.ts';
import { type App, type Running, tap, type } from '../app.ts';
import { npmPackages } from '../place.ts';
import { sendFile, startServer } from '../serve.ts';

interface Pet {
  readonly id: number;
  readonly name: string;
  readonly status: string;
}

/** Buttons of the same name in every section; the open section is in the fragment. */
export const swaggerUi: App = {
  name: 'swagger-ui',
  hard: 'buttons of the same name in every section, the open section in the fragment',
  versions: ['5.35.0', '4.19.1'],
  async install(version) {
    const dir = await npmPackages(`swagger-ui-${version}`, [`swagger-ui-dist@${version}`]);
    return { start: () => serve(join(dir, 'node_modules/swagger-ui-dist')) };
  },
  goals: [
    {
      id: 'list-sold',
      goal: 'Call List pets with the status sold',
      actions: [
        tap({ role: 'button', name: /^get \/api\/pets$/i }),
        tap({ role: 'button', name: /^Try it out/ }),
        {
          kind: 'select',
          target: { role: 'combobox', within: { role: 'row', name: /^status/ } },
          option: 'sold',
        },
        tap({ role: 'button', name: 'Execute' }),
      ],
      route: /#\/pet\/listPets$/,
      appear: [role('heading', 'Server response'), role('cell', /Milo/)],
    },
    {
      id: 'authorize',
      goal: 'Authorize with the API key abc123 and close the dialog',
      actions: [
        tap({ role: 'button', name: 'Authorize' }),
        type({ role: 'textbox', name: /^Value:|^auth-/ }, 'abc123'),
        tap({ role: 'button', name: /^Apply credentials$|^Authorize$/, nth: -1 }),
        tap({ role: 'button', name: 'Close' }),
      ],
      appear: [role('button', 'authorization button locked')],
      vanish: [role('button', 'authorization button unlocked')],
    },
    {
      id: 'collapse',
      goal: 'Collapse the pet section',
      actions: [tap({ role: 'button', name: 'Collapse operation' })],
      appear: [role('button', 'Expand operation')],
      vanish: [role('button', /^get \/api\/pets$/i), role('button', 'Collapse operation')],
    },
  ],
};

async function serve(dist: string): Promise<Running> {
  let pets: readonly Pet[] = [
    { id: 1, name: 'Rex', status: 'available' },
    { id: 2, name: 'Milo', status: 'sold' },
  ];
  return await startServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const json = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const one = /^\/api\/pets\/(\d+)$/.exec(pathname)?.[1];
    if (pathname === '/openapi.json') json(200, API);
    else if (pathname === '/swagger-initializer.js') sendInitializer(response);
    else if (pathname === '/api/pets' && request.method === 'POST') {
      pets = [...pets, { ...((await bodyOf(request)) as Pet), id: pets.length + 1 }];
      json(200, pets.at(-1));
    } else if (pathname === '/api/pets') {
      const status = searchParams.get('status');
      json(
        200,
        pets.filter((pet) => !status || pet.status === status),
      );
    } else if (one !== undefined) {
      const pet = pets.find(({ id }) => id === Number(one));
      if (request.method === 'DELETE') pets = pets.filter((other) => other !== pet);
      json(pet === undefined ? 404 : 200, pet ?? { error: 'no such pet' });
    } else await sendFile(dist, pathname, response);
  });
}

function sendInitializer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(`window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, layout: 'StandaloneLayout', validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  });
};`);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

const STATUS = { type: 'string', enum: ['available', 'pending', 'sold'] };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const RESPONSES = { 200: { description: 'OK' }, 404: { description: 'Not found' } };
const API = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0.0' },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' }, status: STATUS },
      },
    },
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
  paths: {
    '/api/pets': {
      get: {
        tags: ['pet'],
        summary: 'List pets',
        operationId: 'listPets',
        parameters: [{ name: 'status', in: 'query', schema: STATUS }],
        responses: RESPONSES,
      },
      post: {
        tags: ['pet'],
        summary: 'Add a pet',
        operationId: 'addPet',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: RESPONSES,
      },
    },
    '/api/pets/{id}': {
      get: {
        tags: ['pet'],
        summary: 'Find a pet',
        operationId: 'getPet',
        parameters: [ID],
        responses: RESPONSES,
      },
      delete: {
        tags: ['pet'],
        summary: 'Delete a pet',
        operationId: 'deletePet',
        security: [{ apiKey: [] }],
        parameters: [ID],
        responses: RESPONSES,
      },
    },
  },
};
