// Puts what a page made of the built-ins aside while one look is taken: a library may give every array a `toJSON`, or `entries` another meaning.
// A look runs in one go, so the page never finds them changed; what runs the page's own code, such as setting the focus, is not done in here.

const { is } = Object;
const { getOwnPropertyDescriptor, defineProperty, deleteProperty, ownKeys, getPrototypeOf } = Reflect;

/** What scripts of a page are known to replace. Methods of the DOM are not among them: those who patch them mean what they do. */
const OWNERS: readonly object[] = [
  Array,
  Array.prototype,
  Object,
  Object.prototype,
  String.prototype,
  Number,
  Number.prototype,
  RegExp.prototype,
  Function.prototype,
  Map.prototype,
  Set.prototype,
  WeakMap.prototype,
  WeakSet.prototype,
  Math,
  JSON,
  getPrototypeOf([].values()) ?? {},
];

interface Kept {
  readonly owner: object;
  readonly key: PropertyKey;
  /** `undefined`: the page has it, and nobody else. */
  readonly own: PropertyDescriptor | undefined;
}

const KEPT: readonly Kept[] = [
  ...OWNERS.flatMap((owner) =>
    ownKeys(owner).map((key): Kept => ({ owner, key, own: getOwnPropertyDescriptor(owner, key) })),
  ),
  { owner: Array.prototype, key: 'toJSON', own: undefined },
  { owner: Object.prototype, key: 'toJSON', own: undefined },
];

interface Changed extends Kept {
  readonly theirs: PropertyDescriptor | undefined;
}

/** Runs with the built-ins as they were before the page's scripts; the page has its own again after. Nothing in here calls one. */
export function withOwnBuiltIns<Value>(look: () => Value): Value {
  const changed: Changed[] = [];
  let count = 0;
  for (let at = 0; at < KEPT.length; at += 1) {
    const { owner, key, own } = KEPT[at] as Kept;
    const theirs = getOwnPropertyDescriptor(owner, key);
    if (is(theirs?.value, own?.value) && theirs?.get === own?.get) continue;
    changed[count] = { owner, key, own, theirs };
    count += 1;
    put(owner, key, own);
  }
  try {
    return look();
  } finally {
    for (let at = count - 1; at >= 0; at -= 1) {
      const { owner, key, theirs } = changed[at] as Changed;
      put(owner, key, theirs);
    }
  }
}

/** What a page has made unchangeable stays. */
function put(owner: object, key: PropertyKey, value: PropertyDescriptor | undefined): void {
  if (value === undefined) deleteProperty(owner, key);
  else defineProperty(owner, key, value);
}
