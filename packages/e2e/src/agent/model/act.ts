// The model's loop of one act: ask, do what it calls, tell it what changed, until it says done or fail. It believes no model further than its
// arguments check out and its quotes stand on the screen.
import { now, sleep } from '../../base/clock.ts';
import { E2EError } from '../../base/error.ts';
import { secretsIn } from '../../cache/params.ts';
import type { Action } from '../../screen/action.ts';
import type { Screen } from '../../screen/node.ts';
import { screenWords } from '../../screen/view.ts';
import type { ActStep, Performed, ToolCalled, Verdict } from '../executor.ts';
import { ask, type Connection } from './call.ts';
import { Conversation } from './conversation.ts';
import { Eyes } from './eyes.ts';
import { Guard } from './guard.ts';
import type { Reply, Tool, ToolCall } from './language.ts';
import { actRequest, actSystem, SEE_PICTURE } from './prompt.ts';
import { framed } from './sight/framed.ts';
import { Sight } from './sight/sight.ts';
import { actTools } from './tools.ts';
import { type Look, type Point, readCall, type Wish } from './wish.ts';

/** How often a waiting model's screen is looked at, in ms; each look itself waits for the screen to be at rest. Chosen. */
const LOOK_EVERY_MS = 250;

/** What came of one call. `stop`: the calls after it in the same turn are not done. */
interface Done {
  readonly text: string;
  readonly stop?: string;
  /** Why the call counts as none; the step ends after a few such turns. */
  readonly unusable?: string;
  readonly verdict?: Verdict;
  /** The app may be on another screen; the last such call of a turn is told what changed. */
  readonly acted?: true;
}

/** One act: the conversation and the counts that guard it. */
export class Act {
  readonly #step: ActStep;
  readonly #connection: Connection;
  readonly #guard: Guard;
  readonly #sight: Sight;
  readonly #eyes: Eyes;
  readonly #tools: readonly Tool[];
  readonly #conversation: Conversation;
  readonly #secrets: ReadonlySet<string>;
  /** What policy said to the last action; `undefined` when it let that pass. */
  #denied: string | undefined;
  /** What each call of a tool of the project gave last. */
  readonly #gave = new Map<string, string>();

  constructor(step: ActStep, connection: Connection) {
    this.#step = step;
    this.#connection = connection;
    this.#guard = new Guard(connection.label, step.instruction, step.maxSteps);
    this.#sight = new Sight(step.instruction, step.screen);
    this.#eyes = new Eyes(step.vision);
    this.#tools = actTools(step.actions, step.tools, this.#eyes.seeing);
    this.#secrets = new Set(secretsIn(step.instruction));
    this.#conversation = new Conversation(actSystem(this.#eyes.seeing), actRequest(step, this.#whole()));
  }

  /** The whole screen, for a model that reads it. */
  #whole(): string {
    return this.#eyes.seeing === 'picture' ? SEE_PICTURE : this.#sight.whole();
  }

  async run(): Promise<Verdict> {
    for (;;) {
      this.#guard.beforeModelCall();
      const reply = await this.#ask();
      this.#conversation.answered(reply);
      const verdict = await this.#take(reply);
      if (verdict !== undefined) return this.#concluded(verdict);
    }
  }

  /** A step that gets nowhere since what it tried is not allowed says so by its code, whatever the model makes of it. */
  #concluded(verdict: Verdict): Verdict {
    if (verdict.code !== 'ACTION_FAILED' || this.#denied === undefined) return verdict;
    const { summary } = verdict;
    const told = summary.includes(this.#denied) ? summary : `${summary} (not allowed: ${this.#denied})`;
    return { ...verdict, code: 'POLICY_DENIED', summary: told };
  }

  async #ask(): Promise<Reply> {
    const question = {
      tools: this.#tools,
      signal: this.#step.signal,
      countModelCall: (call: Parameters<ActStep['countModelCall']>[0]): void => {
        this.#guard.countTokens((call.inputTokens ?? 0) + (call.outputTokens ?? 0));
        this.#step.countModelCall(call);
      },
    };
    const now = await this.#eyes.now(this.#sight.screen);
    try {
      return await ask(this.#connection, { ...question, messages: [...this.#conversation.messages, ...now] });
    } catch (thrown) {
      const isTooLong = thrown instanceof E2EError && thrown.code === 'CONTEXT_OVERFLOW';
      // What was shown before can be left out; a first screen that is too long can not.
      if (!isTooLong || !this.#conversation.shorten(this.#whole())) throw thrown;
      return await ask(this.#connection, { ...question, messages: [...this.#conversation.messages, ...now] });
    }
  }

  /** Carries out the calls of one turn, in order, as far as they still make sense. */
  async #take(reply: Reply): Promise<Verdict | undefined> {
    if (reply.calls.length === 0) {
      this.#guard.invalid(`it called no tool${reply.finish === 'length' ? ' (its answer was cut off)' : ''}`);
      this.#conversation.say('Call a tool.');
      return undefined;
    }
    const results: { readonly call: ToolCall; text: string }[] = [];
    let stopped: string | undefined;
    let lastActed: number | undefined;
    const unusable: string[] = [];
    let usable = false;
    for (const call of reply.calls) {
      if (stopped !== undefined) {
        results.push({ call, text: `Not done: ${stopped}.` });
        continue;
      }
      const wish = readCall(call, this.#tools, this.#sight, this.#secrets, this.#eyes.seeing);
      const done = await this.#fulfil(call, wish, results.length > 0);
      if (done.verdict !== undefined) return done.verdict;
      results.push({ call, text: done.text });
      stopped = done.stop;
      if (done.unusable === undefined) usable = true;
      else unusable.push(done.unusable);
      if (done.acted) lastActed = results.length - 1;
    }
    const told = lastActed === undefined ? undefined : results[lastActed];
    if (told !== undefined && this.#eyes.seeing !== 'picture') told.text += ` ${this.#sight.news()}`;
    if (usable) this.#guard.valid();
    else this.#guard.invalid(unusable[0] ?? 'none of its calls was one');
    this.#conversation.results(results, () => this.#whole());
    return undefined;
  }

  async #fulfil(call: ToolCall, wish: Wish, isLater: boolean): Promise<Done> {
    switch (wish.kind) {
      case 'invalid':
        return unusable(wish.why);
      case 'end':
        return this.#end(wish, isLater);
      case 'look':
        return await this.#look(call, wish.look);
      case 'act':
        return wish.action.kind === 'tapAt' || wish.action.kind === 'hoverAt'
          ? await this.#point(call, wish.action)
          : await this.#act(call, wish.action);
      case 'aim':
        return await this.#aim(call, wish);
      case 'tool':
        return await this.#call(call, wish);
    }
  }

  /** A verdict counts when the model has seen what its actions led to, and when what it quotes is there. */
  #end({ verdict, seen }: Extract<Wish, { readonly kind: 'end' }>, isLater: boolean): Done {
    if (verdict.status !== 'passed') return { text: '', verdict };
    if (isLater) return { text: 'Not done: see first what the calls before it led to.' };
    if (seen !== undefined && !this.#sight.hasSeen(seen)) {
      const why = `the screen does not say ${JSON.stringify(seen)}`;
      return {
        text: `Not accepted: ${why}. Look again: is the goal reached?`,
        stop: 'the call before it was not accepted',
        unusable: why,
      };
    }
    return {
      text: '',
      verdict: {
        ...verdict,
        summary: `${verdict.summary} (seen: ${seen === undefined ? 'on the picture' : JSON.stringify(seen)})`,
      },
    };
  }

  async #look(call: ToolCall, look: Look): Promise<Done> {
    const before = await this.#seen();
    const text = await this.#shown(look);
    const after = `${await this.#seen()}${text}`;
    const guarded = this.#guard.afterLook(saidBy(call), before, after);
    if (guarded.kind === 'end') return { text, verdict: guarded.verdict };
    const hint = guarded.hint === undefined ? '' : ` ${guarded.hint}.`;
    return { text: `${text}${hint}`, ...(look.tool === 'wait' ? { acted: true } : {}) };
  }

  async #shown(look: Look): Promise<string> {
    switch (look.tool) {
      case 'unfold':
        return this.#sight.unfold(look.id, look.from);
      case 'find':
        return this.#sight.find(look.text, look.role);
      case 'wait':
        return (await this.#waitForChange(look.seconds * 1000)) ? 'The screen changed.' : 'Time is up.';
    }
  }

  /** What there is to see, as text: the same as long as a model would see the same. */
  async #seen(): Promise<string> {
    return `${screenWords(this.#sight.screen)}${await this.#eyes.mark()}`;
  }

  async #waitForChange(mostMs: number): Promise<boolean> {
    const before = await this.#seen();
    const deadline = now() + mostMs;
    for (;;) {
      const screen = await this.#step.look();
      // Also the same words may stand on controls that were made anew.
      this.#saw(screen);
      if ((await this.#seen()) !== before) return true;
      if (now() >= deadline) return false;
      await sleep(LOOK_EVERY_MS, this.#step.signal);
    }
  }

  /** The screen has been looked at anew; it may be drawn otherwise, too. */
  #saw(screen: Screen): void {
    this.#sight.update(screen);
    this.#eyes.blink();
  }

  async #act(call: ToolCall, action: Action): Promise<Done> {
    const before = this.#sight.screen;
    const seenBefore = await this.#seen();
    const performed = await this.#step.perform(action);
    return await this.#after(call, { before, seenBefore, outcome: performed, text: 'Done.' });
  }

  /** An action whose controls stand at points of the picture. */
  async #aim(
    call: ToolCall,
    { action, fields, points }: Extract<Wish, { readonly kind: 'aim' }>,
  ): Promise<Done> {
    const { target, to } = points;
    if (target !== undefined && (action === 'tap' || action === 'hover'))
      return await this.#point(call, { kind: `${action}At`, ...target });
    const ids: Record<string, string> = {};
    for (const [name, point] of Object.entries({ target, to })) {
      if (point === undefined) continue;
      const id = await this.#step.vision?.controlAt(point, action);
      if (id === undefined) return await this.#missed(call, action, point);
      ids[name] = id;
    }
    // The call's fields were checked against those of its kind.
    return await this.#act(call, { kind: action, ...fields, ...ids } as unknown as Action);
  }

  /** A point may hit what is no control. Where it hits one, that is acted on: it can be found again on another day, without a picture. */
  async #point(
    call: ToolCall,
    action: Extract<Action, { readonly kind: 'tapAt' | 'hoverAt' }>,
  ): Promise<Done> {
    const target = await this.#step.vision?.controlAt(action, action.kind);
    if (target === undefined) return await this.#act(call, action);
    return await this.#act(call, { kind: action.kind === 'tapAt' ? 'tap' : 'hover', target });
  }

  async #missed(call: ToolCall, action: string, { x, y }: Point): Promise<Done> {
    const before = this.#sight.screen;
    const message = `at ${x}, ${y} is no control to ${action}`;
    return await this.#after(call, {
      before,
      seenBefore: await this.#seen(),
      outcome: { ok: false, code: 'LOCATOR_NOT_FOUND', message, screen: before },
      text: '',
    });
  }

  /** A tool of the project: what it gives counts as part of the screen, so that asking for what has changed is no circle. */
  async #call(call: ToolCall, { name, input }: Extract<Wish, { readonly kind: 'tool' }>): Promise<Done> {
    const before = this.#sight.screen;
    const seenBefore = `${await this.#seen()}${this.#gave.get(saidBy(call)) ?? ''}`;
    const called = await this.#step.callTool(name, input);
    if (!called.ok && called.code === 'MODEL_OUTPUT_INVALID') {
      this.#saw(called.screen);
      return unusable(called.message);
    }
    const gave = called.ok ? called.result : '';
    this.#gave.set(saidBy(call), gave);
    const text = framed('tool-result', gave);
    return await this.#after(call, { before, seenBefore, outcome: called, text, gave });
  }

  /** What a model is told of something that it did. */
  async #after(call: ToolCall, { before, seenBefore, outcome, text, gave = '' }: Acted): Promise<Done> {
    this.#saw(outcome.screen);
    const failed = outcome.ok ? undefined : `${outcome.code}: ${outcome.message}`;
    this.#denied = !outcome.ok && outcome.code === 'POLICY_DENIED' ? outcome.message : undefined;
    const guarded = this.#guard.afterAction(saidBy(call), seenBefore, `${await this.#seen()}${gave}`, failed);
    if (guarded.kind === 'end') return { text: '', verdict: guarded.verdict };
    const hint = guarded.hint === undefined ? '' : ` ${guarded.hint}.`;
    const stop = stopAfter(outcome, before);
    return {
      text: `${failed === undefined ? text : `Not done (${failed}).`}${hint}`,
      acted: true,
      ...(stop === undefined ? {} : { stop }),
    };
  }
}

/** Something that was done. `seenBefore`: with what a tool gave the time before; `text`: what a model is told when it went well. */
interface Acted {
  readonly before: Screen;
  readonly seenBefore: string;
  readonly outcome: Performed | ToolCalled;
  readonly text: string;
  /** What a tool gave back. */
  readonly gave?: string;
}

/** A call as the guard knows it again. */
function saidBy({ name, input }: ToolCall): string {
  return `${name} ${input}`;
}

function unusable(why: string): Done {
  return { text: `Not done: ${why}.`, stop: 'a call before it could not be used', unusable: why };
}

/** Why the calls after an action of the same turn no longer make sense; `undefined` while they do. */
function stopAfter(performed: Performed | ToolCalled, before: Screen): string | undefined {
  if (!performed.ok) return 'the call before it failed';
  if (performed.screen.location !== before.location) return 'another page has come; see it first';
  const alerts = (screen: Screen): number => screen.nodes.filter(({ role }) => isInterrupting(role)).length;
  return alerts(performed.screen) > alerts(before) ? 'the app has raised something; see it first' : undefined;
}

function isInterrupting(role: string): boolean {
  return role === 'alert' || role === 'dialog' || role === 'alertdialog';
}
