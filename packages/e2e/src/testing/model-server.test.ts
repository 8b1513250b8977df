import { expect, onTestFinished, test } from 'vitest';
import { type ModelScript, startModelServer } from './model-server.ts';

async function post(script: ModelScript, body: string): Promise<{ status: number; message: string }> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const response = await fetch(`${server.baseURL}/chat/completions`, { method: 'POST', body });
  const answer = (await response.json()) as { readonly error: { readonly message: string } };
  return { status: response.status, message: answer.error.message };
}

test.each<[string, ModelScript, string, string]>([
  ['a request that is no JSON', [{ text: 'hello' }], 'hello', 'JSON'],
  [
    'a script that throws',
    () => {
      throw new Error('no such goal');
    },
    '{"model":"tiny","messages":[],"tools":[]}',
    'no such goal',
  ],
])(
  '%s is answered as a failure of the server, and rejects nothing that nobody awaits',
  async (_what, script, body, why) => {
    const unheard: unknown[] = [];
    const hear = (thrown: unknown): void => void unheard.push(thrown);
    process.on('unhandledRejection', hear);
    onTestFinished(() => void process.off('unhandledRejection', hear));
    const { status, message } = await post(script, body);
    expect(status).toBe(500);
    expect(message).toContain(why);
    expect(unheard).toEqual([]);
  },
);
