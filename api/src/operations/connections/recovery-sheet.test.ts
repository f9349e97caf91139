import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMIN } from '../../../test/fixtures/admin-fixtures.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startS3 } from '../../../test/s3/s3-server.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { SHEET_LABELS } from '../backups/sheet.ts';

const KEY = 'correct horse battery staple';
const SHEET = '/api/json/recovery-sheet';

type Shop = Awaited<ReturnType<typeof connectionShop>>;
const download = ({ app, cookie }: Shop, password = ADMIN.password) => app.post(SHEET, { password }, cookie);
const valuesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z][\w ]*): (\S.*)$/gm)].map(([, label, value]) => [label, value]),
  );

test('the recovery sheet has what a restore asks for, and never the secret key of the store', async () => {
  const { variables } = await startS3();
  const shop = await connectionShop();
  const { app, cookie, save } = shop;
  expect((await download(shop)).body).toMatchObject({ code: 'no_backups' });
  const saved = await save('backups', {
    to: variables.BACKUP_TO,
    endpoint: variables.BACKUP_S3_ENDPOINT,
    accessKeyId: variables.AWS_ACCESS_KEY_ID,
    secretAccessKey: variables.AWS_SECRET_ACCESS_KEY,
    key: KEY,
    keyEnd: KEY.slice(-6),
  });
  expect(saved.body).toMatchObject({ success: true });
  expect(await download(shop, 'a wrong guess')).toMatchObject({
    status: 400,
    body: { fields: { password: ['This isn’t your password.'] } },
  });
  const { status, body } = await download(shop);
  expect([status, body.name]).toEqual([200, 'recovery-sheet.txt']);
  expect(valuesIn(body.text)).toMatchObject({
    Address: 'https://shop.example.com',
    Place: variables.BACKUP_TO,
    Endpoint: variables.BACKUP_S3_ENDPOINT,
    Region: 'us-east-1',
    'Key ID': 'S3RVER',
    'Backup key': KEY,
  });
  // The fake's ID and secret are the same text, which stands there once.
  expect(body.text.match(/S3RVER/g)).toHaveLength(1);
  for (const line of [
    'apt-get update && apt-get install --yes git',
    'git clone ',
    'northlight/deploy/install --restore',
  ])
    expect(body.text).toContain(`\n   ${line}`);
  expect(body.text).toContain('enter that key ID instead of the one above');
  expect(body.text).toMatch(
    /It asks only for the key ID, where Enter keeps the one above, and the secret key\.\n$/,
  );
  const { entries } = (await app.get('/api/json/audit', cookie)).body;
  const told = entries.filter(({ text }: { text: string }) => text === 'Downloaded the recovery sheet');
  expect(told).toHaveLength(1);
});

test('backups that the server sets, and a folder, have a sheet, too', async () => {
  const folder = tempFolder();
  const variables = { BACKUP_TO: folder, BACKUP_KEY: KEY };
  const shop = await connectionShop(variables, { backup: parseEnv(variables).backup });
  const { text } = (await download(shop)).body;
  expect(valuesIn(text)).toEqual({ Address: 'https://shop.example.com', Place: folder, 'Backup key': KEY });
  expect(text).toContain('bring its disk to the new machine first');
  expect(text).not.toMatch(/Secret key of the store|key ID/);
});

test('deploy/install reads the address of the sheet, and the restore the rest', () => {
  const installer = readFileSync(join(import.meta.dirname, '../../../../deploy/install'), 'utf8');
  const read = [...installer.matchAll(/'s\/\^([^:]+): \*\/\/p' "\$sheet"/g)].map(([, label]) => label);
  expect(read).toEqual([SHEET_LABELS.address]);
});
