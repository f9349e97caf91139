import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';

const COMPRESSIBLE = new Set([
  '.html',
  '.css',
  '.js',
  '.svg',
  '.json',
  '.xml',
  '.txt',
  '.vtt',
  '.webmanifest',
]);

export const isCompressible = (file: string): boolean => COMPRESSIBLE.has(extname(file));

/** Pages that the site's other pages may embed. No other page can be framed. */
const FRAMED_PAGES = new Set(['/promo-player.html']);

/** Pages that show nothing before their scripts have run. */
export const ADMIN_PAGE = /^\/admin[\w-]*\.html$/;

/**
 * After the build: adds preloads to the admin pages and moves their styles to a file, compresses every text file, and collects what each page's
 * CSP needs in `.csp.json`.
 */
export function finishBuild(): AstroIntegration {
  return {
    name: 'finish-build',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = (await readdir(root, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name));
        const pathOf = (file: string) => `/${file.slice(root.length).replaceAll('\\', '/')}`;
        const stylesheets = new Set<string>();
        for (const file of files.filter((one) => ADMIN_PAGE.test(pathOf(one)))) {
          const { html, sheets } = linkStyles(await readFile(file, 'utf8'));
          await writeFile(
            file,
            preloadModules(html, (path) => readFileSync(join(root, path), 'utf8')),
          );
          for (const [path, css] of sheets) {
            await writeFile(join(root, path), css);
            stylesheets.add(join(root, path));
          }
        }
        files.push(...stylesheets);
        await Promise.all(files.filter(isCompressible).map(compress));
        const pages = files.filter((file) => file.endsWith('.html'));
        const policies = Object.fromEntries(
          await Promise.all(
            pages.map(async (file) => {
              const path = pathOf(file);
              return [path, pagePolicy(path, await readFile(file, 'utf8'))];
            }),
          ),
        );
        await writeFile(join(root, '.csp.json'), JSON.stringify(policies));
      },
    },
  };
}

const LARGE_STYLE = 4_000;

/**
 * Moves a page's large styles to a file that the browser keeps for the next page. The dashboard's styles would fill
 * its pages' first round trip, and its pages wait for their scripts anyway.
 */
export function linkStyles(html: string): { html: string; sheets: Map<string, string> } {
  const sheets = new Map<string, string>();
  const linked = html.replaceAll(/<style>([\s\S]*?)<\/style>/g, (style, css: string) => {
    if (css.length < LARGE_STYLE) return style;
    const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
    const path = `/assets/admin.${hash}.css`;
    sheets.set(path, css);
    return `<link rel="stylesheet" href="${path}">`;
  });
  return { html: linked, sheets };
}

/**
 * The CSP source expressions of a page's inline scripts and styles, and its frames. The server puts them into
 * the header.
 */
export function pagePolicy(path: string, html: string) {
  // Data blocks such as JSON-LD are not executed, so the CSP does not need them.
  const inline = (tag: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))]
      .filter(([, attributes = '']) => !/\ssrc=|\stype="application\/ld\+json"/.test(attributes))
      .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return {
    scripts: [...new Set(inline('script'))],
    styles: [...new Set(inline('style'))],
    // The dashboard shows previews.
    ...((html.includes('<iframe ') || ADMIN_PAGE.test(path)) && { framesOwn: true }),
    ...(FRAMED_PAGES.has(path) && { isFramedByOwn: true }),
  };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

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
