import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { Machine } from './machine.ts';
import { brokenVersion, EXITS, HANGS, MIGRATES } from './broken-version.ts';
import { install, machineWithShop, NEWER, onBoth, SOURCE } from './the-shop.ts';
import { answeringRelease } from './visitors.ts';

/** Where an upgrade is cut off: before or after a call that the installer makes. */
const STEPS = [
  ['before', 'systemctl daemon-reload'],
  ['before', 'mv -T'],
  ['after', 'mv -T'],
  ['before', 'systemctl restart northlight@shop.service'],
  ['after', 'systemctl restart northlight@shop.service'],
  ['before', 'caddy validate'],
] as const;

/** The next call of the installer that begins like this ends it. */
function cutAt(machine: Machine, [when, call]: (typeof STEPS)[number], how: string): void {
  const [program = ''] = call.split(' ');
  const act = how === 'power' ? 'touch /run/cut; sleep 1000' : `kill -${how} $PPID`;
  const [before, after] = when === 'before' ? [act, ''] : ['', act];
  machine.write(
    `/root/cut/${program}`,
    `#!/bin/bash
real() { PATH=\${PATH#/root/cut:} ${program} "$@"; }
if [[ "${program} $*" == *"${call}"* && ! -e /root/cut/done ]]; then
  touch /root/cut/done
  ${before}
  real "$@"
  ended=$?
  ${after}
  exit $ended
fi
real "$@"
`,
    0o755,
  );
}

const ended = async (machine: Machine, from: string) =>
  install(machine, '', {
    from,
    env: { PATH: '/root/cut:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  });

const releaseOf = async (machine: Machine) =>
  basename(await machine.must('readlink -f /opt/northlight/shop/current'));

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
    const count = `/opt/northlight/shop/current/node_modules/node/bin/node -p "new (require('/opt/northlight/shop/current/api/node_modules/better-sqlite3'))('/var/lib/northlight/shop/data/northlight.db').prepare('SELECT max(created_at) AS last FROM __drizzle_migrations').get().last"`;
    const before = await machine.must(count);
    const broken = await brokenVersion(machine, MIGRATES[1]);
    const { code, out } = await install(machine, '', { from: broken });
    expect([code, out]).toEqual([1, expect.stringContaining('has the database from before the upgrade')]);
    expect(await answeringRelease(machine)).toBe(old);
    expect(await machine.must(count)).toBe(before);
    expect(await machine.must('stat -c %U /var/lib/northlight/shop/data/northlight.db')).toBe(
      'northlight-shop',
    );
  });
});
