import { createRequire } from 'node:module';
import { OLDEST } from './oldest-browsers.ts';

type Statement = {
  version_added: string | false;
  version_removed?: string;
  flags?: unknown;
  prefix?: string;
};
type Feature = {
  [name: string]: Feature | undefined;
  __compat?: Feature & { support: Record<string, Statement | Statement[]> };
};

// An import would type-check 20 MB.
const data: Record<string, Feature> = createRequire(import.meta.url)('@mdn/browser-compat-data');

const numberOf = (version: string): number => Number.parseFloat(version.replace('≤', ''));

/** Also where a browser has only a part of it. */
const isIn = (support: Record<string, Statement | Statement[] | undefined>): boolean =>
  OLDEST.every(([browser, version]) =>
    [support[browser.replace('ios_saf', 'safari_ios')] ?? []]
      .flat()
      .some(
        ({ version_added: since, version_removed: until = 'Infinity', flags, prefix }) =>
          since &&
          !flags &&
          !prefix &&
          numberOf(since) <= Number(version) &&
          numberOf(until) > Number(version),
      ),
  );

const walk = (path: string, { __compat, ...parts }: Feature): [key: string, isServed: boolean][] => [
  ...(__compat ? [[path, isIn(__compat.support)] as [string, boolean]] : []),
  ...Object.entries(parts).flatMap(([name, part]) => (part ? walk(`${path}.${name}`, part) : [])),
];

/** Each feature by its key in MDN's data, such as `api.URL.canParse_static`, and whether all of these browsers have it. */
export const featureKeys: ReadonlyMap<string, boolean> = new Map(
  ['api', 'css', 'javascript'].flatMap((area) => walk(area, data[area] ?? {})),
);

export type Member = { owner: string; name: string | undefined };

/** Where scripts find a feature, such as `canParse` of `URL`. Null for what is no object, function, or property. */
export function memberOf(key: string): Member | null {
  const [, owner, name] =
    /^(?:javascript\.builtins|api)\.((?:Intl\.|WebAssembly\.)?\w+)(?:\.(\w+?)(?:_static)?)?$/.exec(key) ?? [];
  return owner === undefined || /_(?:event|permission)$/.test(name ?? '') ? null : { owner, name };
}
