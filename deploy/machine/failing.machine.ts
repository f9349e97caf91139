import { expect, test } from 'vitest';
import { brokenVersion, EXITS, HANGS, MIGRATES } from './broken-version.ts';
import { cutAt, ended, releaseOf } from './cut-upgrade.ts';
import { install, machineWithShop, onBoth, SOURCE, sql } from './the-shop.ts';
import { answeringRelease } from './visitors.ts';

onBoth((debian) => {
  test.for([EXITS, HANGS])(
    'a version that %s is taken back within a minute, and one that was cut off meanwhile by the next run',
    async ([, main]) => {
      const machine = await machineWithShop(debian);
      const old = await releaseOf(machine);
      const broken = await brokenVersion(machine, main);
      const startedAt = Date.now();
      const { code, out } = await install(machine, '', { from: broken });
      console.log(`Taken back after ${Date.now() - startedAt} ms`);
      expect([code, out]).toEqual([1, expect.stringContaining('shop runs the previous version again')]);
      expect(await answeringRelease(machine)).toBe(old);

      cutAt(machine, ['after', 'systemctl restart northlight@shop.service'], 'KILL');
      expect((await ended(machine, broken)).code).not.toBe(0);
      const next = await install(machine, '', { from: SOURCE });
      expect([next.code, next.out]).toEqual([0, expect.stringContaining('Going back to')]);
      expect(await answeringRelease(machine)).toBe(old);
    },
  );

  test('a version that changed the database and failed: the one before gets the database from before', async () => {
    const machine = await machineWithShop(debian);
    const old = await releaseOf(machine);
    const newest = 'SELECT max(created_at) FROM __drizzle_migrations';
    const before = await sql(machine, newest);
    const broken = await brokenVersion(machine, MIGRATES[1]);
    const { code, out } = await install(machine, '', { from: broken });
    expect([code, out]).toEqual([1, expect.stringContaining('has the database from before the upgrade')]);
    expect(await answeringRelease(machine)).toBe(old);
    expect(await sql(machine, newest)).toEqual(before);
    expect(await machine.must('stat -c %U /var/lib/northlight/shop/data/northlight.db')).toBe(
      'northlight-shop',
    );
  });
});
