import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { readVersions } from './newer-version.ts';

const FEED = 'https://versions.example.com/northlight.json';

/** A feed that answers with this, and what it was sent. */
async function openShop(body: string | object, status = 200) {
  const shop = await openConsole();
  const { app } = shop;
  const asked: { url: string | undefined; headers: object }[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push({ url, headers });
    response.writeHead(status, { Location: 'http://127.0.0.1/' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get: typeof fetch = (address, options) => {
    expect(address).toBe(FEED);
    return fetch(`http://127.0.0.1:${port}/northlight.json`, options);
  };
  return {
    asked,
    app,
    read: () => readVersions(app.context, get),
    newer: async () => (await shop.see('/api/json/overview')).newer,
  };
}

test('without a feed nobody is asked; with one, owners read which version is there, and the feed learns nothing', async () => {
  const { app, asked, read, newer } = await openShop({ version: '9999.0.10', news: 'Faster lists.' });
  await read();
  expect([asked, await newer()]).toEqual([[], undefined]);
  app.context.settings.versionFeed = FEED;
  await read();
  expect(await newer()).toEqual({
    version: '9999.0.10',
    news: 'Faster lists.',
    command: 'git -C northlight pull && northlight/deploy/install',
  });
  const headers = { host: expect.any(String), connection: expect.any(String) };
  expect(asked).toEqual([
    {
      url: '/northlight.json',
      headers: {
        ...headers,
        accept: '*/*',
        'accept-encoding': expect.any(String),
        'accept-language': '*',
        'sec-fetch-mode': 'cors',
        'user-agent': 'Northlight',
      },
    },
  ]);
});

test('an older version, or the same, is no news', async () => {
  const { app, read, newer } = await openShop({ version: '0.0.1', news: '' });
  app.context.settings.versionFeed = FEED;
  await read();
  expect(await newer()).toBeUndefined();
});

test.each<[string, string | object, number?]>([
  ['an error', 'down', 500],
  ['a redirect', '', 302],
  ['no JSON', '<html>'],
  ['another version', { version: '1.0-beta', news: '' }],
  ['too much', { version: '9999.0.0', news: '', more: 'x'.repeat(20_000) }],
])('a feed with %s says nothing', async (_name, body, status) => {
  const { app, read, newer } = await openShop(body, status);
  app.context.settings.versionFeed = FEED;
  await expect(read()).rejects.toThrow();
  expect(await newer()).toBeUndefined();
});

test('a feed has an address with https', () => {
  expect(parseEnv({ VERSION_FEED: FEED }).versionFeed).toBe(FEED);
  expect(() => parseEnv({ VERSION_FEED: FEED.replace('https', 'http') })).toThrow('VERSION_FEED must');
});
