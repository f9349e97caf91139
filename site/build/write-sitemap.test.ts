import { expect, it } from 'vitest';
import { sitemapOf } from './write-sitemap.ts';

const pageAt = (path: string, more = '') =>
  `<html><head><link rel="canonical" href="https://shop.example.com${path}">${more}</head></html>`;

it('lists each canonical address once, and no page that asks not to be found', () => {
  const sitemap = sitemapOf([
    pageAt('/website'),
    pageAt('/'),
    pageAt('/website'),
    pageAt('/thank-you', '<meta name="robots" content="noindex">'),
  ]);
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://shop.example.com/',
    'https://shop.example.com/website',
  ]);
});

it('does not accept a page without an address', () => {
  expect(() => sitemapOf(['<html><head><title>Lost</title></head></html>'])).toThrow('Lost');
});
