import { expect, test } from 'vitest';
import { type CutAt, cutAt, ended, releaseOf } from './cut-upgrade.ts';
import { install, machineWithShop, NEWER, onBoth } from './the-shop.ts';
import { answeringRelease } from './visitors.ts';

const STEPS: readonly CutAt[] = [
  ['before', 'systemctl daemon-reload'],
  ['before', 'mv -T'],
  ['after', 'mv -T'],
  ['before', 'systemctl restart northlight@shop.service'],
  ['after', 'systemctl restart northlight@shop.service'],
  ['before', 'caddy validate'],
];

onBoth((debian) => {
  test.for(STEPS)('killed %s “%s”: the next run finishes the upgrade', async (step) => {
    const machine = await machineWithShop(debian);
    const old = await releaseOf(machine);
    cutAt(machine, step, 'KILL');
    expect((await ended(machine, NEWER)).code).not.toBe(0);
    const { code, out } = await install(machine, '', { from: NEWER });
    expect([code, out]).toEqual([0, expect.stringContaining('shop runs at')]);
    expect(await releaseOf(machine)).not.toBe(old);
    expect(await answeringRelease(machine)).toBe(await releaseOf(machine));
    expect(machine.has('/opt/northlight/shop/upgrade')).toBe(false);
  });

  test('a power cut after the switch: the new version starts with the machine, and the next run finishes', async () => {
    const machine = await machineWithShop(debian);
    cutAt(machine, ['after', 'mv -T'], 'power');
    const run = ended(machine, NEWER);
    await expect.poll(() => machine.run('test -e /run/cut'), { timeout: 60_000 }).toMatchObject({ code: 0 });
    await machine.cutPower();
    await run;
    await machine.boot();
    const { code, out } = await install(machine, '', { from: NEWER });
    expect([code, out]).toEqual([0, expect.stringContaining('shop runs at')]);
    expect(await answeringRelease(machine)).toBe(await releaseOf(machine));
  });

  test('a lost connection does not end an upgrade', async () => {
    const machine = await machineWithShop(debian);
    const old = await releaseOf(machine);
    cutAt(machine, ['before', 'systemctl restart northlight@shop.service'], 'HUP');
    expect((await ended(machine, NEWER)).code).toBe(0);
    expect(await answeringRelease(machine)).not.toBe(old);
  });
});
