import { AS_OF_HEADER, KEPT_HEADER } from '@northlight/shared/contracts/endpoint.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startAppCore, testFolder } from '../test/own-app.ts';
import { startStubShop } from '../test/stub-server.ts';

test('a cache-only request is answered at once without calling the server', async () => {
  const folder = testFolder();
  onTestFinished(folder.remove);
  const shop = await startStubShop();
  const desk = startAppCore(folder);
  await desk.useServer(shop.origin);
  shop.seen.length = 0;
  const ask = () => desk.get('/api/json/orders', { headers: { [KEPT_HEADER]: 'only' } });
  const before = await ask();
  expect([before.status, await before.text()]).toEqual([204, '']);
  expect(shop.seen).toEqual([]);
  const answered = await (await desk.get('/api/json/orders')).text();
  shop.seen.length = 0;
  const cached = await ask();
  expect(await cached.text()).toBe(answered);
  expect(Number.isNaN(Date.parse(cached.headers.get(AS_OF_HEADER) ?? ''))).toBe(false);
  expect(shop.seen).toEqual([]);
});
