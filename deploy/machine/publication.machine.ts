import { expect, test } from 'vitest';
import type { Machine } from './machine.ts';
import { claim, publish, showsPrice } from './owner.ts';
import { machineWithShop, onBoth, sql } from './the-shop.ts';

const UNITS = 'northlight@shop.socket northlight@shop.service';

/** The states of the versions, or why they failed, the newest first. */
const states = async (machine: Machine) =>
  (await sql(machine, 'SELECT coalesce(failure, state) FROM shop_versions ORDER BY id DESC')).join();

const becomes = (machine: Machine, state: string) =>
  expect.poll(() => states(machine), { timeout: 120_000, interval: 100 }).toMatch(new RegExp(`^${state}`));

onBoth((debian) => {
  test('a stop during a publication leaves it under way, at once or scheduled, and the next start goes on with it', async () => {
    const machine = await machineWithShop(debian);
    const cookie = await claim(machine);
    await publish(machine, cookie, 18_900);
    await becomes(machine, 'publishing');
    await machine.must(`systemctl stop ${UNITS}`);
    expect(await states(machine)).toMatch(/^publishing/);
    await machine.must(`systemctl start ${UNITS}`);
    await becomes(machine, 'published');
    await showsPrice(machine, '$189');
    await publish(machine, cookie, 17_900, new Date(Date.now() + 5_000));
    await becomes(machine, 'publishing');
    await machine.must(`systemctl restart northlight@shop.service`);
    await showsPrice(machine, '$179');
    expect(await states(machine)).not.toContain('failed');
  });
});
