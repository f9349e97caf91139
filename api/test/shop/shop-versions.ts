import { expect } from 'vitest';
import type { Db } from '../../src/db/client.ts';
import { publishNext, type ShopContext } from '../../src/operations/shop/publish.ts';
import { HOUR_MS } from '../../src/base/units.ts';
import { loggedIn } from '../fixtures/admin-fixtures.ts';
import { tempFolder } from '../fixtures/temp-folder.ts';
import { appWithAdmin } from './admin-client.ts';
import { shopBody, type Changes } from './changed-shop.ts';
import type { TestApp } from './test-app.ts';

export const PRICE = { services: { website: { firstPaymentCents: 15_900 } } };
export const LATER_PRICE = { services: { website: { firstPaymentCents: 16_900 } } };

/** A shop whose owner changes it and publishes. */
export async function openShop(db?: Db) {
  const dataDir = tempFolder();
  const app = await appWithAdmin({ env: { dataDir }, ...(db && { db }) });
  let owner = await loggedIn(app);
  const read = async () => (await app.get('/api/json/shop', owner)).body;
  const change = async (changes: Changes, more: object = {}) =>
    app.post('/api/json/shop', shopBody(await read(), changes, more), owner);
  const publish = async (changes: Changes) => {
    const { status, body } = await change(changes);
    expect([status, body]).toEqual([200, { version: expect.any(Number) }]);
    await publishNext(app.context);
    return body.version as number;
  };
  const versions = async () => (await app.get('/api/json/shop/versions', owner)).body.versions;
  const act = (version: number, action: string) =>
    app.post(`/api/json/shop/versions/${version}`, { action }, owner);
  const later = async (hours: number) => {
    app.wait(hours * HOUR_MS);
    owner = await loggedIn(app);
  };
  return { app, dataDir, owner, read, change, publish, versions, act, later };
}

/** A build that fails as long as `isBroken`. */
export function aBuilder(app: TestApp) {
  const state = { isBroken: true, builds: 0 };
  const build: NonNullable<ShopContext['siteBuilder']>['build'] = async (options) => {
    state.builds += 1;
    if (state.isBroken) throw new Error('The disk is full.');
    await options?.beforeSwitch?.();
  };
  app.context.siteBuilder = { build } as NonNullable<ShopContext['siteBuilder']>;
  return state;
}
