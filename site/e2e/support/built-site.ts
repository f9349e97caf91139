import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const builds = fileURLToPath(new URL('../../dist', import.meta.url));

/** The folder of the build that the tested shops serve. */
export const builtSite = join(builds, readFileSync(join(builds, 'current'), 'utf8'));
