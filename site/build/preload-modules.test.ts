import { expect, test } from 'vitest';
import { preloadModules } from './finish-build.ts';

test('every module that an island imports is preloaded once, and what is imported later is not', () => {
  const modules: Record<string, string> = {
    '/assets/island.js': 'import{a}from"./a.js";import"./b.js";const later=()=>import("./later.js");',
    '/assets/client.js': 'export{x}from"./a.js";',
    '/assets/a.js': 'import"./b.js";',
    '/assets/b.js': '',
  };
  const island =
    '<astro-island component-url="/assets/island.js" renderer-url="/assets/client.js"></astro-island>';
  const page = preloadModules(`<head></head>${island}`, (path) => modules[path] ?? '');
  const preloaded = ['island', 'a', 'b', 'client'].map(
    (name) => `<link rel="modulepreload" href="/assets/${name}.js">`,
  );
  expect(page).toBe(`<head>${preloaded.join('')}</head>${island}`);
});
