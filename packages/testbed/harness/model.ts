// Models of the tests: servers that answer from a script, and the scripts that several tests share.
import { onTestFinished } from 'vitest';
import {
  type ModelAnswer,
  type ModelRequest,
  type ModelScript,
  type ModelServer,
  startModelServer,
} from '../../e2e/src/testing/model-server.ts';

/** A model server that is closed when the test ends. */
export async function serveModel(script: ModelScript): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** All that a request tells the model, as text. */
export function toldTo({ messages }: Pick<ModelRequest, 'messages'>): string {
  return messages.map(({ content }) => textOf(content)).join('\n');
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('\n');
}

/** The pictures that a request shows the model, in the form of either API. */
export function picturesIn({ messages }: Pick<ModelRequest, 'messages'>): readonly Buffer[] {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return (parts as readonly Part[]).flatMap(({ image_url, source }) => {
    const data = source?.data ?? image_url?.url.replace(/^data:image\/png;base64,/u, '');
    return data === undefined ? [] : [Buffer.from(data, 'base64')];
  });
}

interface Part {
  readonly image_url?: { readonly url: string };
  readonly source?: { readonly data: string };
}

/** The id of the first control of that role and name that the model was shown. */
export function idOf(request: ModelRequest, role: string, name: string): string {
  const found = new RegExp(`\\[?([\\w-]+)\\]? ${role} "${name}"`, 'u').exec(toldTo(request));
  if (found?.[1] === undefined) throw new Error(`the model was shown no ${role} "${name}"`);
  return found[1];
}

/** Adds one item: presses the button once, then says that it is done. */
export function addsItem(request: ModelRequest): ModelAnswer {
  const acted = request.messages.some(({ role }) => role === 'tool');
  if (!acted) return { tool: 'tap', input: { target: idOf(request, 'button', 'Add item') } };
  return { tool: 'done', input: { summary: 'added one item', seen: '1 item' } };
}
