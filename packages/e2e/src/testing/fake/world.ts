// One attempt's running copy of a fake app: state, pages, the open dialog, requests, and who waits for a change. Every change
// goes through `change`, which is why no waiter can miss one.
import type { DialogHandler, SeenRequest } from '../../engine/contract.ts';
import type { OpenDialog } from '../../screen/node.ts';
import type { AppHandle, FakeApp, FakeRequest, Handler, ValueHandler } from './app.ts';
import { Page } from './page.ts';
import { type AppClock, realClock } from './timers.ts';

interface AskedDialog<State> {
  readonly dialog: OpenDialog;
  readonly page: Page<State>;
  readonly answered: ValueHandler<State, boolean | string> | undefined;
}

/** A fake app that runs. */
export class World<State> {
  readonly #app: FakeApp<State>;
  readonly #clock: AppClock;
  readonly #waiters = new Set<() => void>();
  readonly #timers = new Set<() => void>();
  readonly origin: string;
  state: State;
  pages: Page<State>[] = [];
  current = 0;
  readonly requests: SeenRequest[] = [];
  inFlight = 0;
  /** Grows with every change. */
  revision = 0;
  ended = false;
  dialogHandler: DialogHandler | undefined;
  #asked: AskedDialog<State> | undefined;

  constructor(app: FakeApp<State>, appUrl: string | undefined) {
    this.#app = app;
    this.#clock = app.clock ?? realClock;
    this.origin = new URL(app.origin ?? appUrl ?? 'http://app.test').origin;
    this.state = structuredClone(app.state);
    this.addPage();
  }

  get page(): Page<State> {
    const page = this.pages[this.current];
    if (page === undefined) throw new Error('the fake app has no page');
    return page;
  }

  get dialog(): OpenDialog | undefined {
    return this.#asked?.dialog;
  }

  get start(): string {
    return this.#app.start;
  }

  addPage(): Page<State> {
    const page = new Page(this.#app.routes, this.origin, (opened) => {
      this.#app.opened?.(this.state, this.handle(opened));
    });
    this.pages.push(page);
    return page;
  }

  /** Closes every page and begins with a blank one; the state stays. */
  restart(): void {
    for (const page of this.pages) page.leave();
    this.pages = [];
    this.current = 0;
    this.#asked = undefined;
    this.addPage();
    this.notify();
  }

  clearState(): void {
    this.state = structuredClone(this.#app.state);
    this.notify();
  }

  end(): void {
    this.ended = true;
    for (const page of this.pages) page.leave();
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.notify();
  }

  /** Runs a handler for a page, then lets everyone know. */
  change(page: Page<State>, handler: Handler<State> | undefined): void {
    if (this.ended) return;
    try {
      handler?.(this.state, this.handle(page));
    } finally {
      this.notify();
    }
  }

  notify(): void {
    this.revision += 1;
    // Looked at once per change, so that an element which leaves and returns between two readings gets another id.
    for (const page of this.pages) page.elements(this.state, this.handle(page));
    for (const wake of [...this.#waiters]) wake();
  }

  /**
   * True as soon as there is a change that the caller has not seen; false when the time is up first.
   * @throws the signal's reason, when it fires first.
   */
  changedSince(revision: number, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.revision !== revision) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        this.#waiters.delete(wake);
        signal.removeEventListener('abort', abort);
        settle();
      };
      const wake = (): void => finish(() => resolve(true));
      const abort = (): void => finish(() => reject(signal.reason));
      const timer = setTimeout(() => finish(() => resolve(false)), Math.max(0, timeoutMs));
      this.#waiters.add(wake);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** Answers the open dialog. @returns false when there is none. */
  answer(accept: boolean, text?: string): boolean {
    const asked = this.#asked;
    if (asked === undefined) return false;
    this.#asked = undefined;
    const value = accept && asked.dialog.type === 'prompt' ? (text ?? '') : accept;
    this.change(asked.page, (state, app) => asked.answered?.(state, app, value));
    return true;
  }

  /** What a handler of that page gets. */
  handle(page: Page<State>): AppHandle<State> {
    const world = this;
    return {
      get state() {
        return world.state;
      },
      get path() {
        return page.path;
      },
      get params() {
        return page.params;
      },
      get readings() {
        return page.document.readings;
      },
      value: (field) => this.#field(page, field)?.value ?? '',
      checked: (field) => this.#field(page, field)?.checked === true,
      update: (change) => this.change(page, change),
      go: (path) => this.change(page, () => page.go(path)),
      reload: () => this.change(page, () => page.reload()),
      later: (delayMs, change) => this.#later(page, delayMs, change),
      dialog: (dialog, answered) => this.#ask({ dialog, page, answered }),
      openPage: (path) => this.change(page, () => this.addPage().go(path)),
      closePage: () => this.change(page, () => this.#close(page)),
      request: (request) => this.#send(page, request),
    };
  }

  #field(
    page: Page<State>,
    field: string,
  ): { value: string | undefined; checked: boolean | 'mixed' | undefined } | undefined {
    return page.elements(this.state, this.handle(page)).find(({ spec, value, checked }) => {
      const holds = value !== undefined || checked !== undefined;
      return holds && (spec.name === field || spec.testId === field);
    });
  }

  #later(page: Page<State>, delayMs: number, change: Handler<State>): void {
    const { timers } = page.document;
    const cancel = this.#clock.after(delayMs, () => {
      timers.delete(cancel);
      this.change(page, change);
    });
    timers.add(cancel);
  }

  #ask(asked: AskedDialog<State>): void {
    if (this.#asked !== undefined) throw new Error('the fake app opened a dialog while another was open');
    this.#asked = asked;
    this.notify();
    const handler = this.dialogHandler;
    if (handler === undefined) return;
    void Promise.resolve(handler(asked.dialog)).then((answer) => {
      if (this.#asked === asked)
        this.answer(answer !== false, typeof answer === 'string' ? answer : undefined);
    });
  }

  #close(page: Page<State>): void {
    if (this.pages.length === 1) throw new Error('the fake app closed its only page');
    page.leave();
    this.pages = this.pages.filter((other) => other !== page);
    this.current = Math.min(this.current, this.pages.length - 1);
  }

  #send(page: Page<State>, request: FakeRequest<State>): void {
    const seen = { method: request.method, url: page.resolve(request.url) };
    const index = this.requests.push(seen) - 1;
    const answer = (): void => {
      if (request.status !== undefined) this.requests[index] = { ...seen, status: request.status };
      this.change(page, request.answered);
    };
    if (request.afterMs === undefined || request.afterMs <= 0) {
      answer();
      return;
    }
    this.inFlight += 1;
    const cancel = this.#clock.after(request.afterMs, () => {
      this.#timers.delete(cancel);
      this.inFlight -= 1;
      answer();
    });
    this.#timers.add(cancel);
    this.notify();
  }
}
