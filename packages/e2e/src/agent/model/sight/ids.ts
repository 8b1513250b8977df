// Short ids for a model, in place of an engine's: numbers from 1, never used twice in a step. An app that renders anew keeps them, as far
// as a node is the same in all that a model sees.
import type { NodeId, ScreenNode } from '../../../screen/node.ts';

/** The short ids of one step. */
export class ShortIds {
  /** Every node ever seen; one that is rendered anew takes over its predecessor's key. */
  readonly #keys = new Map<NodeId, number>();
  #nodes: readonly ScreenNode[] = [];
  #present: ReadonlyMap<number, NodeId> = new Map();
  /** By key; only what has been shown to the model has one. */
  readonly #shorts = new Map<number, string>();
  readonly #keyOfShort = new Map<string, number>();
  #lastKey = 0;

  /** What stays the same while a node is on the screen, rendered anew or not. */
  key(id: NodeId): number {
    return this.#keys.get(id) ?? 0;
  }

  /** The node's short id, made on first use. */
  name(id: NodeId): string {
    const key = this.key(id);
    const known = this.#shorts.get(key);
    if (known !== undefined) return known;
    const short = String(this.#shorts.size + 1);
    this.#shorts.set(key, short);
    this.#keyOfShort.set(short, key);
    return short;
  }

  /** The node on the latest screen that a short id stands for. A model may write it as `[7]`, `#7` or `"7"`. */
  find(short: string): NodeId | undefined {
    const key = this.#keyOfShort.get(/^\W*(\d+)\W*$/u.exec(short)?.[1] ?? short);
    return key === undefined ? undefined : this.#present.get(key);
  }

  /** Goes on to another screen. Twins are carried over only when there are as many of them as before. */
  update(nodes: readonly ScreenNode[]): void {
    const before = new Set(this.#nodes.map(({ id }) => id));
    const stayed = nodes.filter(({ id }) => before.has(id));
    const taken = new Set(stayed.map(({ id }) => this.key(id)));
    const placed = new Set(stayed.map(({ id }) => id));
    const claim = (id: NodeId, key: number): void => {
      if (placed.has(id) || taken.has(key)) return;
      this.#keys.set(id, key);
      taken.add(key);
      placed.add(id);
    };
    // One that was away and is back has its key again.
    for (const { id } of nodes) if (this.#keys.has(id)) claim(id, this.key(id));
    if (placed.size < nodes.length) this.#carry(nodes, claim);
    for (const { id } of nodes) {
      this.#lastKey += 1;
      claim(id, this.#lastKey);
    }
    this.#nodes = nodes;
    this.#present = new Map(nodes.map(({ id }) => [this.key(id), id]));
  }

  /** Gives the keys of nodes that are gone to those that took their places; one that is still there keeps its own. */
  #carry(nodes: readonly ScreenNode[], claim: (id: NodeId, key: number) => void): void {
    const old = bySignature(this.#nodes);
    for (const [signature, are] of bySignature(nodes)) {
      const were = old.get(signature) ?? [];
      if (were.length !== are.length) continue;
      are.forEach((id, index) => {
        const predecessor = were[index];
        if (predecessor !== undefined) claim(id, this.key(predecessor));
      });
    }
  }
}

/** Nodes by what they are called and where they are: roles and names from the top down, without values and states. */
function bySignature(nodes: readonly ScreenNode[]): ReadonlyMap<string, readonly NodeId[]> {
  const groups = new Map<string, NodeId[]>();
  const path: string[] = [];
  for (const { id, role, name, text, placeholder, testId, depth } of nodes) {
    path.length = Math.min(path.length, depth);
    path.push(JSON.stringify([role, name, text, placeholder, testId]));
    const signature = path.join('>');
    const group = groups.get(signature);
    if (group === undefined) groups.set(signature, [id]);
    else group.push(id);
  }
  return groups;
}
