// One step's conversation. It grows at its end only, so that a provider's prompt cache hits; when it gets long, old screens are left out in
// one go. It knows no tools and no screens, only their frames.
import type { Message, Reply, ToolCall } from './language.ts';

/** Characters from which old screens are left out. Chosen: some 30,000 tokens; below it a cached prefix is cheaper than a shorter prompt. */
const LONG_CHARS = 120_000;

/** What a model and the app have said to each other. */
export class Conversation {
  #messages: Message[];

  constructor(system: string, request: string) {
    this.#messages = [
      { role: 'system', text: system },
      { role: 'user', text: request },
    ];
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  answered(reply: Reply): void {
    this.#messages.push({ role: 'assistant', reply });
  }

  say(text: string): void {
    this.#messages.push({ role: 'user', text });
  }

  /** Every call of a turn is answered, whatever came of it. @param whole the screen as it is now, framed. */
  results(results: readonly { readonly call: ToolCall; readonly text: string }[], whole: () => string): void {
    for (const { call, text } of results) this.#messages.push({ role: 'tool', call, text });
    if (this.#chars() > LONG_CHARS) this.shorten(whole());
  }

  /** Leaves out what was shown so far and ends with the screen as it is now; false when there is nothing to leave out. */
  shorten(whole: string): boolean {
    if (this.#messages.length <= 2) return false;
    const shortened = this.#messages.map((message) =>
      message.role === 'user' || message.role === 'tool'
        ? { ...message, text: withoutScreens(message.text) }
        : message,
    );
    const last = shortened.at(-1);
    if (last?.role === 'tool' || last?.role === 'user') {
      shortened[shortened.length - 1] = { ...last, text: `${last.text}\nThe screen now:\n${whole}` };
    }
    this.#messages = shortened;
    return true;
  }

  #chars(): number {
    return this.#messages.reduce(
      (sum, message) =>
        sum +
        (message.role === 'assistant' ? JSON.stringify(message.reply.parts).length : message.text.length),
      0,
    );
  }
}

function withoutScreens(text: string): string {
  return text.replace(/<(screen|change|screen-part)>[\s\S]*?<\/\1>/gu, '(left out: see the latest screen)');
}
