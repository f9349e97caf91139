import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';

const compressible = new Set([
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

/** After the build: compressed twins of every text file, and the CSP hashes of every page in `.csp.json`. */
export function finishBuild(): AstroIntegration {
  return {
    name: 'finish-build',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = (await readdir(root, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name));
        await Promise.all(files.filter((file) => compressible.has(extname(file))).map(compress));
        const pages = files.filter((file) => file.endsWith('.html'));
        const hashes = Object.fromEntries(
          await Promise.all(
            pages.map(async (file) => [
              `/${file.slice(root.length).replaceAll('\\', '/')}`,
              inlineHashes(await readFile(file, 'utf8')),
            ]),
          ),
        );
        await writeFile(join(root, '.csp.json'), JSON.stringify(hashes));
      },
    },
  };
}

/** CSP source expressions of a page's inline scripts and styles; the server puts them into its header. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const ofTag = (tag: 'script' | 'style') => [
    ...new Set(
      [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      ),
    ),
  ];
  return { scripts: ofTag('script'), styles: ofTag('style') };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
