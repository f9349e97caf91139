import { expect, test } from 'vitest';
import { withNodeArchive } from './layers.ts';
import { bareMachine, DOMAIN, install, onBoth, trustCaddy } from './the-shop.ts';

onBoth((debian) => {
  test('an empty machine becomes a shop with https after one question, and a second run changes nothing', async () => {
    const machine = await bareMachine(debian, [withNodeArchive()]);
    expect((await machine.run('command -v node npm npx')).out).toBe('');
    const first = await install(machine, '', { input: `\nhttps://${DOMAIN.toUpperCase()}/ \n` });
    expect([first.code, first.out]).toEqual([
      0,
      expect.stringContaining(`Claim it at https://${DOMAIN}/admin-login#claim=`),
    ]);
    expect(first.out.trim().split('\n').length).toBeLessThanOrEqual(10);
    await trustCaddy(machine);
    const before = Date.now();
    const second = await install(machine);
    console.log(`A second run: ${Date.now() - before} ms`);
    expect([second.code, second.out]).toEqual([
      0,
      expect.stringContaining(`shop runs at https://${DOMAIN}\n`),
    ]);
    expect(await machine.must(`curl -sSf https://${DOMAIN}/`)).toContain('This shop opens soon');
  });
});
