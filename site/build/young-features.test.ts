import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildTargets } from './oldest-browsers.ts';
import { youngFeatures, youngInScript, youngInStyle } from './young-features.ts';

test('iPhones that end at iOS 16 and Firefox ESR 115 are served', () => {
  expect(buildTargets).toEqual(expect.arrayContaining(['safari16.4', 'ios16.4', 'firefox115']));
});

test.each([
  ['if(URL.canParse(a))b()', 'URL.canParse_static'],
  ['URL.parse(a)', 'URL.parse_static'],
  ['const{promise}=Promise.withResolvers()', 'Promise.withResolvers'],
  ['Object.groupBy(a,b)', 'Object.groupBy'],
  ['Map.groupBy(a,b)', 'Map.groupBy'],
  ['Array.fromAsync(a)', 'Array.fromAsync'],
  ['AbortSignal.any([a])', 'AbortSignal.any_static'],
  ['a.union(b)', '.union()'],
  ['a.isWellFormed()', '.isWellFormed()'],
  ['a.showPopover()', '.showPopover()'],
  ['a.b.toBase64()', '.toBase64()'],
  ['navigator.userActivation.hasBeenActive', 'Navigator.userActivation'],
  ['window.requestIdleCallback(a)', 'Window.requestIdleCallback'],
  ['requestIdleCallback(a)', 'Window.requestIdleCallback'],
  ['/[a--b]/v.test(c)', 'RegExp.unicodeSets'],
  ['new Intl.Segmenter("en")', 'Intl.Segmenter'],
  ['new Float16Array(1)', 'Float16Array'],
])('a script that uses %s is found', (code, key) => {
  expect(youngInScript(code)).toEqual([key.replace('_static', '')]);
});

test.each([
  'a.toSorted();a.at(-1);structuredClone(a);Object.hasOwn(a,b);a.findLast(b)',
  'navigator.userActivation?.isActive;a.showPopover?.()',
  'if(typeof Promise.withResolvers=="function")b()',
  'AbortSignal.timeout(5);crypto.randomUUID();new URL(a)',
])('a script may use what they have, and what it asks for first: %s', (code) => {
  expect(youngInScript(code)).toEqual([]);
});

test.each([
  ['a{color:light-dark(#000,#fff)}', 'css.types.color.light-dark'],
  ['a:has(b){color:red}', 'css.selectors.has'],
  ['a{b:c;&:hover{d:e}}', 'css.selectors.nesting'],
  ['@starting-style{a{opacity:0}}', 'css.at-rules.starting-style'],
  ['a{text-wrap:balance}', 'css.properties.text-wrap.balance'],
  ['a{field-sizing:content}', 'css.properties.field-sizing'],
  ['a{position-area:top}', 'css.properties.position-area'],
])('a stylesheet that uses %s is found', (css, key) => {
  expect(youngInStyle(css)).toContain(key);
});

test('a stylesheet may use what they have', () => {
  const css =
    '@layer a{.b:is(c,:focus-visible)>d::before{content:"light-dark(";color:oklch(0.5 0 0);inset:0;translate:0 1px;display:grid}}@container (width>=36rem){e{gap:1px}}';
  expect(youngInStyle(css)).toEqual([]);
});

test('a page is refused with the file and the feature', () => {
  const build = mkdtempSync(join(tmpdir(), 'northlight-young-'));
  onTestFinished(() => rmSync(build, { recursive: true }));
  writeFileSync(
    join(build, 'index.html'),
    '<style>a{color:light-dark(#000,#fff)}</style><script type="application/ld+json">{"a":1}</script><script>URL.canParse(1)</script>',
  );
  expect(youngFeatures(build)).toEqual([
    'index.html uses URL.canParse, which one of the oldest browsers lacks.',
    'index.html uses css.types.color.light-dark, which one of the oldest browsers lacks.',
  ]);
});
