// Calls of a test that nobody awaits: found by whether anyone asked for their result, and told by the line they were made on. It waits for
// nothing itself; the attempt does.

/** A promise that knows whether anybody asked for its result. */
export class Watched<Value> extends Promise<Value> {
  #isAwaited = false;

  // What `then` makes is an ordinary promise.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // `await`, `Promise.all` and a `return` from an async function come here: this is no plain promise, which they would look into.
  // biome-ignore lint/suspicious/noThenProperty: being asked for its result is what this class is about
  override then<Kept = Value, Caught = never>(
    onKept?: ((value: Value) => Kept | PromiseLike<Kept>) | null,
    onCaught?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    this.#isAwaited = true;
    return super.then(onKept, onCaught);
  }

  get isAwaited(): boolean {
    return this.#isAwaited;
  }
}

/** Frames of a call's stack. Source: chosen: the matchers of `expect` put ten frames between themselves and the test. */
const FRAMES = 40;

const placed: WeakSet<Error> = new WeakSet();

/** Where a call was made. */
export class CallSite {
  readonly #error: Error;

  constructor() {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = FRAMES;
    this.#error = new Error('called here');
    Error.stackTraceLimit = stackTraceLimit;
  }

  /** The call's frames, one a line. */
  get frames(): string {
    return (this.#error.stack ?? '').split('\n').slice(1).join('\n');
  }

  /** Puts the call's frames under those of what was thrown: nobody's `await` leads from there to the test's line. */
  place(thrown: unknown): void {
    if (!(thrown instanceof Error) || placed.has(thrown)) return;
    placed.add(thrown);
    thrown.stack = `${thrown.stack ?? thrown.message}\n${this.frames}`;
  }
}
