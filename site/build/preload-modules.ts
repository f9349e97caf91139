import { posix } from 'node:path';

/**
 * Adds a preload for every module that a page's islands import. Otherwise the browser learns of each layer of
 * imports one round trip after the last.
 */
export function preloadModules(html: string, readModule: (path: string) => string): string {
  const modules = new Set<string>();
  const add = (path: string): void => {
    if (modules.has(path)) return;
    modules.add(path);
    for (const [, imported = ''] of readModule(path).matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
      add(posix.join(posix.dirname(path), imported));
  };
  for (const [, path = ''] of html.matchAll(/ (?:component|renderer)-url="([^"]+)"/g)) add(path);
  const links = [...modules].map((path) => `<link rel="modulepreload" href="${path}">`);
  return html.replace('</head>', `${links.join('')}</head>`);
}
