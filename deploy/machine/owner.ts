import { expect } from 'vitest';
import { shopBody } from '../../api/test/shop/changed-shop.ts';
import type { Machine } from './machine.ts';
import { call, visit } from './visitors.ts';

export const OWNER = { username: 'ada', password: 'a quiet north window' };

export async function logIn(machine: Machine): Promise<string> {
  return (await call(machine, '/api/admin/login', { body: OWNER })).cookie;
}

/** Claims the shop by the link that the command prints. Returns the owner's session. */
export async function claim(machine: Machine): Promise<string> {
  const link = await machine.must('northlight shop admin');
  const code = /#claim=(\S+)/.exec(link)?.[1] ?? link;
  return (await call(machine, '/api/claim', { body: { ...OWNER, code } })).cookie;
}

/** Begins to publish a name and the price of the website. */
export async function publish(machine: Machine, cookie: string, cents: number, at?: Date): Promise<void> {
  const { body: shop } = await call(machine, '/api/json/shop', { cookie });
  const business = {
    ...shop.serverBusiness,
    ...shop.business,
    name: 'Lantern & Oak',
    email: 'hello@lantern-oak.example',
  };
  const changes = { services: { website: { firstPaymentCents: cents } }, business };
  const body = shopBody(shop, changes, at && { publishAt: at.toISOString() });
  await call(machine, '/api/json/shop', { cookie, body });
}

export const showsPrice = (machine: Machine, price: string) =>
  expect
    .poll(async () => (await visit(machine, '/website').catch(() => ({ text: '' }))).text, {
      timeout: 180_000,
      interval: 1_000,
    })
    .toContain(price);
