// What a model with eyes is sent, over the wire of both APIs and from a real browser: the pixels of every picture, what is painted over in
// them, how many there are; and that what it does by them is recorded and replays without one. The examples are those of docs/agent.md.
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { coloursIn, isMasked, sizeOf } from '../../e2e/src/engines/web/picture.fixture.ts';
import type {
  ModelAnswer,
  ModelRequest,
  ModelScript,
  ModelServer,
} from '../../e2e/src/testing/model-server.ts';
import { FAKE_CART } from '../harness/files.ts';
import { idOf, picturesIn, serveModel, toldTo } from '../harness/model.ts';
import { makeProject, type Project, stepsOf } from '../harness/project.ts';
import { servePages } from '../harness/server.ts';
import { relayTo, type Wire } from '../harness/wire.ts';
import { findIn } from '../shop/spellings.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const SECTION =
  /^## Pictures$([\s\S]*?)^## /mu.exec(await readFile(at('../../../docs/agent.md'), 'utf8'))?.[1] ?? '';
const [CONFIG = '', TEST = ''] = [...SECTION.matchAll(/```ts\n([\s\S]*?)```/gu)].map(([, code = '']) => code);

const PASSWORD = 'brass walnut 42';
const VOUCHER = 'SPRING-7731-KQ';
const SECRETS = { password: PASSWORD, voucher: VOUCHER };

/** Where things are on the page, in CSS pixels. */
const FIELD = { x: 40, y: 40, width: 200, height: 24 };
const BUTTON = { x: 40, y: 80, width: 100, height: 24 };
const CODE = { x: 40, y: 120, width: 300, height: 24 };
const HOUSE = { x: 300, y: 260, width: 40, height: 40 };
const placed = ({ x, y, width, height }: typeof FIELD): string =>
  `position:absolute;margin:0;padding:0;border:0;left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
const middle = ({ x, y, width, height }: typeof FIELD): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** A password, a voucher that the page shows, and a map that is nothing but pixels. */
const MAP = `<!doctype html><title>Map</title><body style="margin:0;background:#fff">
<input type=password aria-label=Password style="${placed(FIELD)}">
<button style="${placed(BUTTON)}" onclick="if (document.querySelector('input').value) say('Signed in')">Sign in</button>
<p style="${placed(CODE)};font:20px monospace">${VOUCHER}</p>
<p role=status style="position:absolute;left:400px;top:40px">Signed out</p>
<canvas width=600 height=300 style="${placed({ x: 0, y: 200, width: 600, height: 300 })}"></canvas>
<script>
  const say = (text) => { document.querySelector('[role=status]').textContent = text; };
  const canvas = document.querySelector('canvas');
  const paint = canvas.getContext('2d');
  paint.fillStyle = 'rgb(200, 0, 0)';
  paint.fillRect(${HOUSE.x}, ${HOUSE.y - 200}, ${HOUSE.width}, ${HOUSE.height});
  canvas.onclick = ({ offsetX, offsetY }) => {
    const [red] = paint.getImageData(offsetX, offsetY, 1, 1).data;
    if (red === 200) say('1 mark');
  };
</script>`;

interface Given {
  readonly project: Project;
  readonly server: ModelServer;
  readonly wire: Wire;
  run(args: readonly string[]): ReturnType<Project['run']>;
}

/** The config of docs/agent.md, against this app and this model. */
async function given(
  script: ModelScript,
  files: Readonly<Record<string, string>>,
  config = CONFIG,
): Promise<Given> {
  const app = await servePages({ '/map': MAP });
  const server = await serveModel(script);
  const wire = await relayTo(server.baseURL);
  const project = await makeProject({
    'e2e.config.ts': config.replace('http://localhost:3000', app.url),
    ...files,
  });
  for (const name of ['ai-sdk-5-openai', 'ai-sdk-6-openai'])
    await symlink(at(`../../../node_modules/${name}`), join(project.dir, 'node_modules', name), 'dir');
  const env = {
    OPENAI_API_KEY: 'key-openai',
    OPENAI_BASE_URL: wire.url,
    ANTHROPIC_API_KEY: 'key-anthropic',
    ANTHROPIC_BASE_URL: wire.url,
    SHOP_PASSWORD: PASSWORD,
    VOUCHER,
  };
  return { project, server, wire, run: (args) => project.run(args, { env }) };
}

const isJudging = ({ tools }: ModelRequest): boolean =>
  tools.some((tool) => tool.function.name === 'verdict');
const answersSoFar = ({ messages }: ModelRequest): number =>
  messages.filter(({ role }) => role === 'assistant').length;
const goalOf = (request: ModelRequest): string => /Goal: (.*)/u.exec(toldTo(request))?.[1] ?? '';
const SAW_IT: ModelAnswer = {
  tool: 'verdict',
  input: { status: 'holds', reason: 'a red house is drawn', seen: [] },
};

/** Does the goals of the example: by the text and a point where there is none, or by points alone. */
const traveller: ModelScript = (request) => {
  if (isJudging(request)) return SAW_IT;
  const isBlind = !toldTo(request).includes('textbox "Password"');
  const turn = answersSoFar(request);
  if (goalOf(request).startsWith('mark')) {
    if (turn > 0) return { tool: 'done', input: { summary: 'marked it', seen: isBlind ? '' : '1 mark' } };
    return { tool: isBlind ? 'tap' : 'tapAt', input: middle(HOUSE) };
  }
  if (turn > 0) return { tool: 'done', input: { summary: 'signed in', seen: 'Signed in' } };
  const [field, button] = isBlind
    ? [middle(FIELD), middle(BUTTON)]
    : [{ target: idOf(request, 'textbox', 'Password') }, { target: idOf(request, 'button', 'Sign in') }];
  return {
    calls: [
      { tool: 'typeSecret', input: { ...field, name: 'password' } },
      { tool: 'tap', input: button },
    ],
  };
};

test('docs/agent.md: both ways of seeing sign in, mark what is drawn and judge; recorded, they replay without a picture', async () => {
  const { project, server, wire, run } = await given(traveller, { 'tests/map.e2e.ts': TEST });
  const first = await run(['run']);
  expect(first.output).toContain('2 passed');
  // Per agent: two turns for each act, one for the judgment.
  expect(server.requests).toHaveLength(10);
  const size = { width: 1280, height: 720 };
  for (const request of server.requests) {
    const pictures = picturesIn(request);
    expect(pictures).toHaveLength(1);
    const [png = Buffer.alloc(0)] = pictures;
    expect(sizeOf(png)).toEqual(size);
    expect(isMasked(png, FIELD), 'the password').toBe(true);
    expect(isMasked(png, { ...CODE, width: VOUCHER.length * 11 }), 'the voucher').toBe(true);
    expect([...coloursIn(png, HOUSE)], 'what may be seen').toEqual(['200,0,0']);
    expect(coloursIn(png, BUTTON)).not.toContain('255,0,255');
  }
  const byEyes = server.requests.filter(({ model }) => model === 'claude-sonnet-5');
  expect(byEyes).toHaveLength(5);
  for (const request of byEyes) {
    const told = toldTo(request);
    expect(told).toContain('page: Map');
    // What the goal and the model itself say aside, no word of the screen.
    for (const words of ['textbox', '"Sign in"', 'Signed out', '</change>', 'secret:voucher'])
      expect(told).not.toContain(words);
    const tools = request.tools.map((tool) => tool.function.name);
    for (const name of ['unfold', 'find', 'tapAt']) expect(tools).not.toContain(name);
  }
  expect(findIn(wire.sent(), SECRETS)).toEqual([]);

  const recorded = await recordedIn(project);
  expect(recorded.filter((text) => text.includes('"typeSecret"') && text.includes('"Sign in"'))).toHaveLength(
    2,
  );
  expect(recorded.filter((text) => text.includes('"tapAt"') && text.includes('"viewport"'))).toHaveLength(2);
  const second = await run(['run']);
  expect(second.output).toMatch(/Cache {2}4 replayed$/mu);
  // The judgments alone: they are always live.
  expect(server.requests.slice(10).map(isJudging)).toEqual([true, true]);
});

async function recordedIn(project: Project): Promise<readonly string[]> {
  const names = (await project.list('.e2e/cache')).filter((name) => name.endsWith('.json'));
  return await Promise.all(names.map((name) => project.read(`.e2e/cache/${name}`)));
}

const TYPES = `import { expect, test } from 'e2e';

test('types', async ({ app, agent, screen }) => {
  await app.open('/map');
  await agent.act('enter the code that the map shows');
  await expect(screen.getByRole('status')).toHaveText('Signed in');
});
`;

test('R25: what was typed by a picture, and nobody gave, is a gap', async () => {
  const { project, run } = await given(
    (request) =>
      answersSoFar(request) > 0
        ? { tool: 'done', input: { summary: 'entered', seen: 'Signed in' } }
        : {
            calls: [
              { tool: 'type', input: { target: idOf(request, 'textbox', 'Password'), text: 'read off it' } },
              { tool: 'tap', input: { target: idOf(request, 'button', 'Sign in') } },
            ],
          },
    { 'tests/types.e2e.ts': TYPES },
  );
  expect((await run(['run'])).output).toContain('1 passed');
  await run(['run']);
  expect(stepsOf(await project.report(), 'types')[0]?.cache).toMatchObject({
    reason: 'gap',
    derived: 'pixels',
  });
});

const WAITS = `import { test } from 'e2e';

test('waits', async ({ app, agent }) => {
  await app.open('/map');
  await agent.waitFor('the map is green');
  const { houses } = await agent.extract('how many houses the map shows');
  if (houses !== 3) throw new Error('other houses: ' + houses);
});
`;

test('waitFor asks again when only the picture is another, and not while it is the same; extract takes what is drawn', async () => {
  const asked: number[] = [];
  const { project, server, run } = await given(
    (request) => {
      if (toldTo(request).includes('Extract:')) {
        const input = { status: 'holds', reason: 'three are drawn', seen: [], value: { houses: 3 } };
        return { tool: 'verdict', input };
      }
      asked.push(performance.now());
      const [png = Buffer.alloc(0)] = picturesIn(request);
      const isGreen = coloursIn(png, HOUSE).has('0,200,0');
      return {
        tool: 'verdict',
        input: { status: isGreen ? 'holds' : 'fails', reason: isGreen ? 'green' : 'not yet', seen: [] },
      };
    },
    { 'tests/waits.e2e.ts': WAITS },
  );
  const later = MAP.replace(
    '</script>',
    `setTimeout(() => { paint.fillStyle = 'rgb(0, 200, 0)'; paint.fillRect(0, 0, 600, 300); }, 4000);</script>`,
  );
  const app = await servePages({ '/map': later });
  await project.write({ 'e2e.config.ts': CONFIG.replace('http://localhost:3000', app.url) });
  expect((await run(['run'])).output).toContain('1 passed');
  expect(server.requests).toHaveLength(3);
  expect(asked).toHaveLength(2);
});

test.each(['ai-sdk-5-openai', 'ai-sdk-6-openai'])(
  'a model object of %s is sent the same pictures',
  async (name) => {
    const config = CONFIG.replace(
      "import { defineConfig } from 'e2e';",
      `import { openai } from '${name}';\nimport { defineConfig } from 'e2e';`,
    ).replace("'openai/gpt-6-luna'", "openai.chat('gpt-6-luna')");
    const { server, run } = await given(
      traveller,
      { 'tests/map.e2e.ts': TEST.replace("['default', 'eyes']", "'default'") },
      config,
    );
    expect((await run(['run'])).output).toContain('1 passed');
    expect(server.requests.map((request) => picturesIn(request).map(sizeOf))).toEqual(
      Array.from({ length: 5 }, () => [{ width: 1280, height: 720 }]),
    );
  },
);

test('a model that takes no pictures, and an engine that takes none, end the step with what to do; nothing is sent for the second', async () => {
  const { project, server, run } = await given(
    () => ({ status: 400, message: 'image input is not supported by this model' }),
    { 'tests/types.e2e.ts': TYPES },
  );
  const refused = await run(['run']);
  expect(refused).toMatchObject({
    exitCode: 3,
    output: expect.stringMatching(
      /MODEL_UNAVAILABLE: openai\/gpt-6-luna.*answered 400.*takes no pictures: use a model that does/u,
    ),
  });
  const asked = server.requests.length;
  await project.write({
    'e2e.config.ts': `import { fakeApp, fakeEngine, node } from 'e2e/testing';

const engine = fakeEngine(${FAKE_CART}, { capabilities: { pixels: false } });
export default { targets: [{ name: 'device', engine }], agents: { default: { model: 'openai/gpt-6-luna', vision: 'only' } } };
`,
    'tests/types.e2e.ts': TYPES.replace('/map', '/cart'),
  });
  const blind = await run(['run']);
  expect(blind).toMatchObject({
    exitCode: 2,
    output: expect.stringMatching(
      /INVALID_CONFIG: .*agents\.default\.vision is "only".*target "device" takes no pictures/u,
    ),
  });
  expect(server.requests).toHaveLength(asked);
});
