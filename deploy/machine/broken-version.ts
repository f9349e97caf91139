import type { Machine } from './machine.ts';
import { NEWER } from './the-shop.ts';

/** What its `main.js` does. */
export const EXITS = ['ends at its start', `console.error('It is broken.'); process.exit(1);`] as const;
export const HANGS = ['never answers', 'setInterval(() => {}, 1_000);'] as const;
export const MIGRATES = [
  'changes the database and ends',
  `import { createRequire } from 'node:module';
const Database = createRequire('/opt/northlight/shop/current/api/package.json')('better-sqlite3');
const data = '/var/lib/northlight/shop/data';
const db = new Database(data + '/northlight.db');
// As the server copies it before it migrates it.
await import('node:fs').then(({ mkdirSync }) => mkdirSync(data + '/copies', { recursive: true }));
if (db.prepare('SELECT max(created_at) AS last FROM __drizzle_migrations').get().last < 9e15) {
  db.prepare('VACUUM INTO ?').run(data + '/copies/northlight-0005_order_modes-' + new Date().toISOString().replace(/[:.]/g, '-') + '.db');
  db.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of a newer version', 9e15)").run();
}
process.exit(1);`,
] as const;

/** From now on, builds take packages, server, and pages from the version that runs, where the build is not what is tried. */
export async function reuseBuild(machine: Machine, main = ''): Promise<void> {
  machine.write('/opt/northlight/other-main.js', main);
  machine.write(
    '/root/npx',
    `#!/bin/bash
running=$(readlink -f /opt/northlight/shop/current)
if [[ $* == *' install '* ]]; then
  ln -sfn "$running/node_modules" node_modules
  for part in api site shared; do ln -sfn "$running/$part/node_modules" $part/node_modules; done
else
  mkdir -p api/dist site/dist
  cp -a "$running/api/dist/." api/dist/ && cp -r "$running/site/dist/." site/dist/
  if [ -s /opt/northlight/other-main.js ]; then cp /opt/northlight/other-main.js api/dist/main.js; fi
fi
`,
    0o755,
  );
  await machine.must('rm /opt/northlight/node/bin/npx && mv /root/npx /opt/northlight/node/bin/npx');
}

/** A newer version whose server is this. Returns its folder. */
export async function brokenVersion(machine: Machine, main: string): Promise<string> {
  const folder = '/root/broken';
  await machine.must(
    `cp -a ${NEWER} ${folder} && sed -i 's/"version": "0.1.1"/"version": "0.1.2"/' ${folder}/package.json`,
  );
  await reuseBuild(machine, main);
  return folder;
}
