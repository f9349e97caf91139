import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** After the build: writes sitemap.xml from the pages themselves, so no new page is forgotten. */
export function writeSitemap(): AstroIntegration {
  return {
    name: 'write-sitemap',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.html'));
        const pages = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
        await writeFile(join(root, 'sitemap.xml'), sitemapOf(pages));
      },
    },
  };
}

/**
 * Alias pages share one canonical address and so one entry. Pages with noindex have none. Throws when a page
 * has no address.
 */
export function sitemapOf(pages: readonly string[]): string {
  const addresses = pages
    .filter((html) => !/<meta name="robots" content="noindex"/.test(html))
    .map((html) => {
      const [, address] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? [];
      if (address === undefined) throw new Error(`A page has no canonical link: ${html.slice(0, 200)}`);
      return `  <url><loc>${address}</loc></url>`;
    });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...new Set(addresses)].toSorted(),
    '</urlset>',
    '',
  ].join('\n');
}
