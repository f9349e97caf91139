import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { featureKeys, memberOf } from './feature-keys.ts';

/** What one of the oldest browsers lacks and pages use all the same, with what such a browser shows. */
const ALLOWED: Record<string, string> = {
  // Looks. Such a browser shows the same without it.
  'css.properties.cursor': 'Phones have no pointer.',
  'css.properties.text-size-adjust': 'Only phones need it, and they know it with a prefix.',
  'css.properties.text-wrap': 'Lines break elsewhere.',
  'css.properties.user-select': 'Safari knows it with a prefix.',
  'css.properties.mask-image': 'Chrome before 120 knows it with a prefix.',
  'css.properties.resize': 'Phones have no handle to drag.',
  'css.properties.field-sizing': 'Text fields scroll instead of growing.',
  'css.properties.forced-color-adjust': 'Safari has no forced colors.',
  'css.properties.interpolate-size': 'Answers open without moving.',
  'css.selectors.details-content': 'Answers open without moving.',
  'css.properties.scrollbar-width': 'A scroll bar is seen.',
  'css.properties.font-family.ui-monospace': 'The next font of the list is used.',
  'css.at-rules.page': 'Lists are printed upright.',
  'css.properties.size': 'Lists are printed upright.',
  'css.properties.content-visibility': 'On paper, what is closed stays closed.',
  'css.at-rules.view-transition': 'Pages change without moving.',
  'css.selectors.-moz-color-swatch': 'It is for Firefox, beside the same for the others.',
  'css.selectors.has':
    'What is chosen has no frame of its own, and details that depend on a box are always open.',
  // Menus. They are always open where `selector(:popover-open)` is not supported.
  'css.selectors.popover-open': 'Menus are always open.',
  'css.properties.anchor-name': 'Menus are always open.',
  'css.properties.position-anchor': 'Menus are always open, or in the middle of the page.',
  'css.properties.position-area': 'Menus are always open, or in the middle of the page.',
  'css.properties.position-try-fallbacks': 'Menus are always open, or in the middle of the page.',
  // Libraries ask first whether the browser has them.
  'Document.startViewTransition': 'The dashboard’s router asks first.',
  '.startViewTransition()': 'React and the router ask first.',
  'Navigator.connection': 'React asks first.',
  'Window.navigation': 'React asks first.',
  'Error.captureStackTrace': 'zod asks first.',
  'Uint8Array.fromBase64': 'js-base64 asks first.',
  // Methods of others with the same names.
  '.watch()': 'react-hook-form',
  '.when()': 'zod',
  '.take()': 'use-request-form.ts',
  PublicKeyCredential: 'Passkeys are offered only where the browser has them.',
};

const isAllowed = (key: string): boolean =>
  Object.keys(ALLOWED).some((allowed) => key === allowed || key.startsWith(`${allowed}.`));

/** Whose methods are known by their names alone. Others need an object that has a name of its own. */
const CORE =
  /^(?:javascript\.builtins\.(?!\w*DisposableStack|Intl|Temporal)|api\.(?:Abort\w+|Blob|Document|Element|EventTarget|FormData|HTML\w+|Headers|Node|Re(?:quest|sponse)|URL\w*)\.)/;

/** `URL.canParse`: whether the oldest browsers have it. And by the name alone, if any object has an older one. */
const members = new Map<string, boolean>();
const names = new Map<string, boolean>();
for (const [key, isServed] of featureKeys) {
  const { owner, name } = memberOf(key) ?? {};
  if (!owner) continue;
  members.set(name ? `${owner}.${name}` : owner, isServed);
  if (!name) continue;
  if (isServed) names.set(name, true);
  else if (CORE.test(key)) names.set(name, names.get(name) === true);
}

const OBJECTS: Record<string, string> = {
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  navigator: 'Navigator',
  document: 'Document',
  history: 'History',
  location: 'Location',
};

type Node = { type: string; [part: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : '';

/** What a script uses without asking first whether the browser has it. It does not follow values into variables. */
export function youngInScript(code: string): string[] {
  const found = new Set<string>();
  const visit = (node: Node, parent: Node | null): void => {
    const asks =
      parent !== null &&
      ((parent['optional'] === true && (parent['object'] === node || parent['callee'] === node)) ||
        (parent.type === 'UnaryExpression' && parent['operator'] === 'typeof') ||
        parent['test'] === node ||
        (parent.type === 'LogicalExpression' && parent['left'] === node) ||
        (parent.type === 'AssignmentExpression' && parent['left'] === node));
    if (node.type === 'MemberExpression' && !node['computed'] && !asks) {
      const [object, name] = [nameOf(node['object']), nameOf(node['property'])];
      const key = `${OBJECTS[object] ?? object}.${name}`;
      const isCall = parent?.type === 'CallExpression' && parent['callee'] === node;
      if (members.get(key) === false) found.add(key);
      else if (isCall && !members.has(key) && names.get(name) === false) found.add(`.${name}()`);
    }
    if (node.type === 'NewExpression' && members.get(nameOf(node['callee'])) === false)
      found.add(nameOf(node['callee']));
    // Names of our own are short in what is built.
    const bare = nameOf(node.type === 'CallExpression' ? node['callee'] : node['object']);
    if (bare && !asks && !node['optional'] && members.get(`Window.${bare}`) === false)
      found.add(`Window.${bare}`);
    const { flags } = (node['regex'] ?? {}) as { flags?: string };
    if (flags?.includes('v')) found.add('RegExp.unicodeSets');
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part, node);
  };
  visit(parseSync('page.js', code).program as unknown as Node, null);
  return [...found];
}

/** The properties, keywords, functions, at-rules, and selectors of a stylesheet that one of the oldest browsers lacks. */
export function youngInStyle(css: string): string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, '""');
  const keys = [
    ...[...plain.matchAll(/[{;]\s*([a-z][a-z-]+)\s*:([^;{}]*)(?=[;}])/g)].flatMap(
      ([, property = '', value = '']) => [
        `css.properties.${property}`,
        ...[...value.matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w-]*\()/g)].map(
          ([word]) => `css.properties.${property}.${word}`,
        ),
        ...[...value.matchAll(/(?<![\w-])([a-z][a-z-]+)\(/g)].flatMap(([, name]) => [
          `css.types.${name}`,
          `css.types.color.${name}`,
        ]),
      ],
    ),
    ...[...plain.matchAll(/@([a-z-]+)/g)].map(([, name]) => `css.at-rules.${name}`),
    ...[...plain.matchAll(/::?([a-z-]+)(?=[^;{}]*\{)/g)].map(([, name]) => `css.selectors.${name}`),
    ...(/(?:^|[;{}])[^;{}@]*&/.test(plain) ? ['css.selectors.nesting'] : []),
  ];
  return [...new Set(keys)].filter((key) => featureKeys.get(key) === false);
}

/** What pages of a build use although one of the oldest browsers lacks it: one line for each file and feature. */
export function youngFeatures(build: string): string[] {
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:html|css|js)$/.test(name),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(build, file), 'utf8');
    const inside = (tag: string) =>
      [...text.matchAll(new RegExp(`<${tag}(?![^>]*json)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(
        ([, code = '']) => code,
      );
    const isPage = file.endsWith('.html');
    const scripts = isPage ? inside('script') : file.endsWith('.js') ? [text] : [];
    const styles = isPage ? inside('style') : file.endsWith('.css') ? [text] : [];
    const found = new Set([...scripts.flatMap(youngInScript), ...styles.flatMap(youngInStyle)]);
    return [...found]
      .filter((key) => !isAllowed(key))
      .map((key) => `${file} uses ${key}, which one of the oldest browsers lacks.`);
  });
}
