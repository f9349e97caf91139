/**
 * `pnpm test:machine [CASE] [--debian 12] [--required]`: puts the shop on bare Debian machines, and tries what people do there.
 * A case is the name of a file, such as `upgrade`. Where no machine can be made, it says why and skips; with `--required`,
 * as at night and before a release, whatever is skipped or cut off is a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { debian: { type: 'string' }, required: { type: 'boolean', default: false } },
});
const results = join(import.meta.dirname, '../../.cache/machine-results.json');
const CONFIG = join(import.meta.dirname, 'vitest.config.ts');
rmSync(results, { force: true });
const { status } = spawnSync(
  'vitest',
  [
    'run',
    '--config',
    CONFIG,
    '--reporter=verbose',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...positionals,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(values.debian && { MACHINE_DEBIAN: values.debian }),
      ...(values.required && { MACHINE_REQUIRED: '1' }),
    },
  },
);
if (!existsSync(results)) {
  console.error('The checks on machines did not end.');
  process.exit(1);
}
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'));
console.log(
  `Checks on machines: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped.`,
);
process.exitCode = status !== 0 || (values.required && numPendingTests > 0) ? 1 : 0;
