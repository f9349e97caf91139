import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../../test/fixtures/run-command.ts';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startS3 } from '../../../test/s3/s3-server.ts';
import { SHEET_LABELS } from '../../operations/backups/sheet.ts';

const KEY = 'correct horse battery staple';
const KEY_ID = 'Key ID (press Enter for the one on the sheet): ';
const SECRET = 'Secret key of the store (not on the sheet; your store can make a new one): ';

/** A place with a backup, and how a machine without a shop restores it. `values`: what the sheet has. */
async function backedUp(place: Record<string, string> & { BACKUP_TO: string }) {
  const shop = shopFolder(1);
  const made = await runCommand('backup', [], {
    dataDir: shop.folder,
    settings: { ...place, BACKUP_KEY: KEY },
  });
  expect([made.code, made.error]).toEqual([0, '']);
  const values = {
    to: place.BACKUP_TO,
    endpoint: place['BACKUP_S3_ENDPOINT'],
    region: 'us-east-1',
    accessKeyId: place['AWS_ACCESS_KEY_ID'],
    key: KEY,
    address: 'https://shop.example.com',
  };
  return {
    sheet: (changes: Partial<typeof values> = {}) =>
      Object.entries({ ...values, ...changes })
        .flatMap(([name, value]) => (value ? [`${SHEET_LABELS[name as keyof typeof values]}: ${value}`] : []))
        .join('\r\n'),
    restore: (sheet: string, ...lines: string[]) =>
      runCommand('restore', ['latest', '--sheet'], {
        dataDir: join(tempFolder(), 'data'),
        input: lines.map((line) => `${line}\n`).join(''),
        settings: { RECOVERY_SHEET: sheet },
      }),
  };
}

const inStore = async () => {
  const { variables } = await startS3();
  const [id, secret] = [variables.AWS_ACCESS_KEY_ID, variables.AWS_SECRET_ACCESS_KEY];
  return { ...(await backedUp(variables)), variables, id, secret };
};

test('with a sheet, only the keys of the store are asked for, and Enter keeps the key ID that is on it', async () => {
  const { sheet, restore, secret } = await inStore();
  const { code, out, error } = await restore(sheet(), '', secret);
  expect([code, error]).toEqual([0, '']);
  expect(out).toMatch(/Restored 1 order\./);
  expect(out.startsWith(KEY_ID + SECRET)).toBe(true);
  expect(out).not.toContain(SHEET_LABELS.key);
});

test('a store that shows a secret only once made a new pair, which counts instead of the one on the sheet', async () => {
  const { sheet, restore, id, secret } = await inStore();
  const old = sheet({ accessKeyId: 'DELETED-AT-THE-STORE' });
  const kept = await restore(old, '', secret);
  expect([kept.code, kept.error]).toEqual([1, expect.stringContaining('does not know AWS_ACCESS_KEY_ID')]);
  const { code, out } = await restore(old, ` ${id} `, secret);
  expect([code, out]).toEqual([0, expect.stringContaining('Restored 1 order.')]);
});

test('without a sheet, all of it is asked for, in the order of the sheet', async () => {
  const { restore, variables, id, secret } = await inStore();
  const { code, out } = await restore(
    '',
    variables.BACKUP_TO,
    variables.BACKUP_S3_ENDPOINT,
    '',
    id,
    secret,
    KEY,
  );
  expect([code, out]).toEqual([0, expect.stringContaining('Restored 1 order.')]);
  const { address: _typed, ...asked } = SHEET_LABELS;
  const places = [asked.to, asked.endpoint, asked.region, `${asked.accessKeyId}: `, SECRET, asked.key].map(
    (label) => out.indexOf(label),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test('a folder has no keys of a store, with a sheet and without one', async () => {
  const folder = tempFolder();
  const { sheet, restore } = await backedUp({ BACKUP_TO: folder });
  const known = await restore(sheet({ region: '' }));
  expect([known.code, known.out]).toEqual([0, expect.stringMatching(/^Restored 1 order\./)]);
  const typed = await restore('', folder, KEY);
  expect([typed.code, typed.out]).toEqual([
    0,
    expect.stringMatching(/^Place, .*: Backup key: Restored 1 order\./),
  ]);
});

test('an end of the input in the middle, or nothing where something is needed, names what was not answered', async () => {
  const { sheet, restore, variables } = await inStore();
  const wrong: [Awaited<ReturnType<typeof restore>>, string][] = [
    [await restore(''), SHEET_LABELS.to],
    [await restore('', variables.BACKUP_TO, '', ''), SHEET_LABELS.accessKeyId],
    [await restore(sheet()), SHEET_LABELS.accessKeyId],
    [await restore(sheet(), ''), 'Secret key of the store'],
    // Enter keeps nothing where nothing is.
    [await restore(sheet(), '', ''), 'Secret key of the store'],
    [await restore(sheet({ accessKeyId: '' }), '', 'a secret'), SHEET_LABELS.accessKeyId],
  ];
  for (const [{ code, error }, asked] of wrong)
    expect([code, error]).toEqual([1, expect.stringMatching(`It needs an answer: ${asked}.*\\.\n$`)]);
});
