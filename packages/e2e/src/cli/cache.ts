// `e2e cache …`: the commands and their flags. What they do is in files of their own, loaded when one is called.
import type { Command } from 'commander';
import type { ExportFlags } from './export.ts';
import { withPace, withTests } from './flags.ts';
import type { ProveFlags } from './prove.ts';
import type { PruneFlags } from './prune.ts';
import type { ClearFlags, ListFlags } from './recordings.ts';

/** Adds `cache` and its commands; `setExit` is told an exit code that is not an error's. */
export function registerCache(program: Command, setExit: (code: number) => void): void {
  const cache = program.command('cache').description('look after the recordings of this project');
  const placed = (name: string, description: string): Command =>
    cache
      .command(name)
      .description(description)
      .option('--cache-dir <dir>', 'directory of the recordings, instead of the configured one')
      .option('--config <file>', 'config file, instead of the nearest e2e.config.ts');
  placed('ls', 'list the recordings: test, target, instruction, age, actions')
    .option('--json', 'print JSON')
    .action(async (flags: ListFlags) => (await import('./recordings.ts')).list(flags));
  placed('stats', 'count the recordings, by target, and their size')
    .option('--json', 'print JSON')
    .action(async (flags: ListFlags) => (await import('./recordings.ts')).stats(flags));
  placed('show', 'print a recording as a person reads it')
    .argument('<entry>', 'its ENTRY in `ls`, or at least the first 4 characters')
    .option('--json', 'print the entry itself')
    .action(async (name: string, flags: ListFlags) => (await import('./show.ts')).show(name, flags));
  placed('check', 'look for recordings that are not valid, and for secrets in their directory')
    .option('--json', 'print JSON')
    .action(async (flags: ListFlags) => setExit(await (await import('./check.ts')).check(flags)));
  placed('prune', 'delete the recordings of tests that are no more')
    .option('--dry-run', 'only list them')
    .option('--json', 'print JSON; asks nothing, so it needs --dry-run or --yes')
    .option('-y, --yes', 'do not ask')
    .action(async (flags: PruneFlags) => setExit(await (await import('./prune.ts')).prune(flags)));
  placed('export', 'write recordings as Playwright tests')
    .argument('[entry]', 'one step: its ENTRY in `ls`; without it, whole tests')
    .option('--test <text>', 'only tests with this in their `file › group › title`')
    .option('--out <file>', 'write a file instead of printing')
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, flags: ExportFlags) =>
      setExit(await (await import('./export.ts')).exportTests(name, flags)),
    );
  const proving = placed(
    'prove',
    'replay each recording with one action left out at a time, and say what survives',
  );
  withPace(withTests(proving))
    .option('--json', 'print JSON')
    .action(async (files: string[], flags: ProveFlags) =>
      setExit(await (await import('./prove.ts')).prove(files, flags)),
    );
  placed('clear', 'delete every recording')
    .option('--json', 'print JSON; asks nothing, so it needs --yes')
    .option('-y, --yes', 'do not ask')
    .action(async (flags: ClearFlags) => setExit(await (await import('./recordings.ts')).clear(flags)));
}
