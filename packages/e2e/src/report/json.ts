// `<output>/report.json`: the run's record, written whole or not at all. What it holds is typed in record.ts and
// checked by report.schema.json.
import { join } from 'node:path';
import type { Reporter } from './record.ts';
import { writeWhole } from './write.ts';

/** Writes `report.json` when the run ends. */
export function jsonReporter(outputDir: string): Reporter {
  return {
    runEnded: (report) => writeWhole(join(outputDir, 'report.json'), `${JSON.stringify(report, null, 2)}\n`),
  };
}
