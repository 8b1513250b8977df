// The test that a recording belongs to, as recordings, reports and lists all name it.

/** What tells a test from others. Source: spec R9. */
export interface Owner {
  readonly file: string;
  readonly titlePath: readonly string[];
  readonly target: string;
  readonly agent: string;
}

/** `[target] file:line › group › title (agent)`; the agent only where it is not the default one. */
export function sayOwner({
  file,
  titlePath,
  target,
  agent,
  line,
}: Owner & { readonly line?: number }): string {
  const by = agent === 'default' ? '' : ` (${agent})`;
  return `[${target}] ${[line === undefined ? file : `${file}:${line}`, ...titlePath].join(' › ')}${by}`;
}
