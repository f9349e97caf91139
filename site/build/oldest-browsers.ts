import { readFileSync } from 'node:fs';

const { browserslist }: { browserslist: string[] } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The oldest browsers we serve, as the root package.json names them: `['firefox', '115']`. */
export const OLDEST = browserslist.map((query) => query.split(' >= ') as [browser: string, version: string]);

/** For the build, which rewrites what it can for them. */
export const buildTargets = OLDEST.map(
  ([browser, version]) => `${browser.replace('ios_saf', 'ios')}${version}`,
);
