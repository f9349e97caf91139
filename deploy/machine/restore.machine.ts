import { expect, test } from 'vitest';
import { startS3 } from '../../api/test/s3/s3-server.ts';
import type { Machine } from './machine.ts';
import { DOMAIN, install, machineWithShop, onBoth } from './the-shop.ts';
import { claim, logIn, OWNER, publish, showsPrice } from './owner.ts';
import { buyWebsite, call, visit } from './visitors.ts';

const KEY = 'a key for the backups of this shop';
const STORE = 'store.example';

/** As a machine on which only the builds were made: they take minutes and are not what is tried. */
async function emptied(debian: 12 | 13): Promise<Machine> {
  const machine = await machineWithShop(debian);
  await machine.must(`systemctl disable --now northlight@shop.socket northlight@shop.service
    rm -r /var/lib/northlight /etc/northlight /opt/northlight/shop/current /etc/caddy/northlight
    cd /etc/systemd/system && rm -r northlight@.service northlight@.socket northlight@shop.*
    systemctl daemon-reload; systemctl restart caddy`);
  return machine;
}

onBoth((debian) => {
  test('from the recovery sheet alone, an empty machine becomes the shop as it was: pages, prices, address, owner, orders', async () => {
    const old = await machineWithShop(debian);
    const s3 = await startS3({ address: '0.0.0.0' });
    const { port } = new URL(s3.variables.BACKUP_S3_ENDPOINT);
    old.names({ [DOMAIN]: old.address, [STORE]: old.host });
    const cookie = await claim(old);
    await publish(old, cookie, 18_700);
    await showsPrice(old, '$187');
    expect(await buyWebsite(old)).toMatchObject({ orderNumber: 'ORD-10001', initialPayment: '187.00' });
    const typed = {
      to: 's3://studio/lantern',
      endpoint: `http://${STORE}:${port}`,
      accessKeyId: s3.variables.AWS_ACCESS_KEY_ID,
      secretAccessKey: s3.variables.AWS_SECRET_ACCESS_KEY,
      key: KEY,
      keyEnd: KEY.slice(-6),
    };
    await call(old, '/api/json/connections/backups', { cookie, body: { ...typed, version: '0' } });
    expect(await old.must('northlight shop backup')).toContain('Backup saved as');
    const sheet = (
      await call(old, '/api/json/recovery-sheet', { cookie, body: { password: OWNER.password } })
    ).body.text;
    expect(sheet).toContain(KEY);
    expect(sheet).not.toContain(`Secret key: ${typed.secretAccessKey}`);

    const empty = await emptied(debian);
    empty.names({ [DOMAIN]: empty.address, [STORE]: empty.host });
    empty.write('/root/recovery-sheet.txt', sheet);
    const wrong = await install(empty, '--restore /root/recovery-sheet.txt', {
      input: '\nnot the secret key\n',
    });
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('Nothing was restored.')]);
    expect(wrong.out).toContain('Your store can make a new one');
    const { code, out } = await install(empty, '--restore /root/recovery-sheet.txt', {
      input: `\n${typed.secretAccessKey}\n`,
    });
    expect([code, out]).toEqual([0, expect.stringContaining('Restored 1 order.')]);
    expect(out).toContain(`shop runs at https://${DOMAIN}`);
    const page = (await visit(empty, '/website')).text;
    expect(page).toContain('$187');
    expect(page).toContain('Lantern &amp; Oak');
    await logIn(empty);
    expect(await buyWebsite(empty)).toMatchObject({ orderNumber: 'ORD-11002', initialPayment: '187.00' });
    // The next backups go to the same place.
    expect(await empty.must('northlight shop backup')).toContain('Backup saved as');
    expect(await install(empty, '--restore /root/recovery-sheet.txt')).toMatchObject({
      code: 1,
      out: expect.stringContaining('northlight shop restore'),
    });
    expect(await empty.must('northlight shop restore')).toContain(
      'Restore one with northlight shop restore NAME',
    );
    await empty.must('northlight shop restore latest');
    expect((await visit(empty, '/website')).text).toContain('$187');
  });

  test('without a file, it asks for what the sheet says, one after another', async () => {
    const old = await machineWithShop(debian);
    await old.must(
      'mkdir /mnt/backups && chown northlight-shop /mnt/backups && northlight shop backup /root/monday.tar.gz',
    );
    await old.must('cp /root/monday.tar.gz /mnt/backups/ && ls /mnt/backups');
    const empty = await emptied(debian);
    const { code, out } = await install(empty, '--restore', { input: `${DOMAIN}\n/mnt/nothing\n\n` });
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/Place, such as[^]*Backup key[^]*Nothing was restored/),
    ]);
    expect(empty.has('/var/lib/northlight/shop/data/northlight.db')).toBe(false);
  });
});
