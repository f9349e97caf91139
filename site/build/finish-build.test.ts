import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { linkStyles, pagePolicy } from './finish-build.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the content security policy of a page', () => {
  it('knows every inline script and style once, by its hash', () => {
    const html =
      '<style>a{}</style><script>one()</script><script type="module">two()</script><script>one()</script><style data-x>b{}</style>';
    expect(pagePolicy('/index.html', html)).toEqual({
      scripts: [hashOf('one()'), hashOf('two()')],
      styles: [hashOf('a{}'), hashOf('b{}')],
    });
  });

  it('leaves out files, and data that is never run', () => {
    const html =
      '<script src="/assets/a.js"></script><script type="module" src="/b.js"></script><script type="application/ld+json">{"a":1}</script>';
    expect(pagePolicy('/index.html', html).scripts).toEqual([]);
  });

  it('tells who frames, and that only the player may be framed', () => {
    expect(pagePolicy('/iframe-video.html', '<iframe src="/promo-player"></iframe>')).toMatchObject({
      framesOwn: true,
    });
    expect(pagePolicy('/promo-player.html', '<video></video>')).toMatchObject({ isFramedByOwn: true });
    expect(pagePolicy('/index.html', '<p>iframe</p>')).toEqual({ scripts: [], styles: [] });
  });
});

it('the large styles of the dashboard are a file, and small ones stay in the page', () => {
  const large = `.list{color:red}${' '.repeat(4_000)}`;
  const { html, sheets } = linkStyles(`<style>a{}</style><style>${large}</style>`);
  const [path = ''] = sheets.keys();
  expect(path).toMatch(/^\/assets\/admin\.[\w-]{8}\.css$/);
  expect(html).toBe(`<style>a{}</style><link rel="stylesheet" href="${path}">`);
  expect(sheets.get(path)).toBe(large);
  expect(linkStyles(html).html).toBe(html);
});
