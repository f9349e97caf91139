import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { install, machineWithShop, NEWER, onBoth, SOURCE } from './the-shop.ts';
import { answeringRelease, comeAndGo } from './visitors.ts';

onBoth((debian) => {
  test('ten upgrades under twelve visitors: what was installed is what answers, and each visitor gets a page', async () => {
    const machine = await machineWithShop(debian);
    const visitors = comeAndGo(machine, 12);
    const current = async () => basename(await machine.must('readlink -f /opt/northlight/shop/current'));
    const seen = new Set<unknown>();
    for (let nth = 0; nth < 10; nth += 1) {
      const before = await current();
      const { code, out } = await install(machine, '', { from: nth % 2 === 0 ? NEWER : SOURCE });
      expect([code, out]).toEqual([0, expect.stringContaining('shop runs at https://shop.example')]);
      expect(await current()).not.toBe(before);
      expect(await answeringRelease(machine)).toBe(await current());
      const running = await machine.must(
        'readlink /proc/$(systemctl show -p MainPID --value northlight@shop)/cwd',
      );
      expect(basename(running)).toBe(await current());
      seen.add(await current());
    }
    const counts = await visitors.leave();
    console.log(`Debian ${debian}: ${JSON.stringify(counts)}`);
    expect(seen.size).toBe(2);
    expect(visitors.failures).toEqual([]);
    // Its own pages can still be published: the folder of builds is the new one's.
    expect(await machine.must('journalctl -u northlight@shop -o cat')).not.toContain('EROFS');
  });
});
