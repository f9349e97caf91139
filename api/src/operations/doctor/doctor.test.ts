import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { runCommand } from '../../../test/fixtures/run-command.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { doctorContext } from '../../../test/shop/doctor-context.ts';
import { databaseIn, startTestApp } from '../../../test/shop/test-app.ts';
import { ok, runChecks } from './check.ts';
import type { Env } from '../../base/settings/env.ts';
import { keepFirstPassword } from '../../people/session/first-password.ts';
import { checkSettings, checkVersions } from './settings-checks.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

test('an administrator gets a line for each check; nobody else does', async () => {
  const dataDir = tempFolder();
  const app = await appWithAdmin({ env: { dataDir } });
  expect((await app.get('/api/admin/doctor')).status).toBe(401);
  const { status, body } = await app.get('/api/admin/doctor', await loggedIn(app));
  expect(status).toBe(200);
  const names = body.lines.map(({ name }: { name: string }) => name).join();
  expect(names).toBe(
    'Settings,Connections,Address,Clock,Payments,Email,Replies,Mailing list,Database,Backup,Disk space,Disk speed,Data folder,Versions,Proxy',
  );
});

test('a check that throws or hangs is a failed line, and the others are not held up', async () => {
  const { context } = await startTestApp();
  const lines = await runChecks(
    [
      ['Fine', () => ok('Good.')],
      ['Silent', () => null],
      ['Broken', () => JSON.parse('{')],
      ['Late', () => delay(60_000, null, { ref: false })],
    ],
    context,
    50,
  );
  expect(lines.map(({ name, state }) => [name, state])).toEqual([
    ['Fine', 'ok'],
    ['Broken', 'failure'],
    ['Late', 'failure'],
  ]);
  expect(lines[2]?.message).toBe('No result within 0.05 seconds.');
});

async function runDoctor(dataDir: string, settings: Record<string, string> = {}) {
  const result = await runCommand('doctor', [], { dataDir, settings });
  return {
    ...result,
    line: (name: string) => result.out.split('\n').find((line) => line.slice(9).startsWith(name)),
  };
}

function aDatabase(dataDir: string) {
  const db = databaseIn(dataDir);
  onTestFinished(() => void db.$client.close());
  return db;
}

test('the command says that there are no problems while the server runs and writes, and does not wait for it', async () => {
  const dataDir = tempFolder();
  const app = await startTestApp({ env: { dataDir }, db: aDatabase(dataDir) });
  const settings = { PUBLIC_URL: app.base, SESSION_SECRET: app.context.settings.secret };
  const { out, error, code, line } = await runDoctor(dataDir, settings);
  // The unit tests need no built site, which is a failure of its own.
  const isBuilt = line('Versions')?.startsWith('ok') ?? false;
  expect([code, error]).toEqual([isBuilt ? 0 : 1, '']);
  expect(out).toMatch(isBuilt ? /\n\nNo problems found\.\n$/ : /\nProblems: 1\.\n$/);
  expect(out).not.toContain('\u001b');
  app.db.$client.exec('BEGIN IMMEDIATE');
  const busy = await runDoctor(dataDir, settings);
  app.db.$client.exec('ROLLBACK');
  expect(busy.line('Database')).toMatch(/^ok /);
});

test('without a running server the command fails at the address and checks the rest', async () => {
  const dataDir = tempFolder();
  aDatabase(dataDir);
  const { out, error, code, line } = await runDoctor(dataDir, { PUBLIC_URL: 'http://127.0.0.1:9' });
  expect([code, error]).toEqual([1, '']);
  expect(line('Address')).toMatch(/^FAILED .*nothing answers there.* Start the shop/);
  expect(line('Database')).toMatch(/^ok /);
  expect(out).toMatch(/\nProblems: [12]\.\n$/);
});

test('invalid settings, a missing and a damaged database are lines, not stack traces', async () => {
  const dataDir = tempFolder();
  const failed = async (name: string, settings?: Record<string, string>) => {
    const { code, error, line } = await runDoctor(dataDir, settings);
    expect([code, error]).toEqual([1, '']);
    return line(name);
  };
  expect(await failed('Settings', { PORT: 'abc' })).toMatch(/^FAILED .*PORT must be a whole number/);
  expect(await failed('Database')).toMatch(/^FAILED .*There is no database at .*Start the shop once/);
  writeFileSync(join(dataDir, 'northlight.db'), 'This is not a database.'.repeat(100));
  expect(await failed('Database')).toMatch(/^FAILED .*file is not a database.*restore a backup/);
});

const aContext = (env: Partial<Env> = {}) =>
  doctorContext({ isRateLimited: true, dataDir: tempFolder(), ...env });

test('a trial with the default settings is fine', () => {
  const context = aContext({});
  keepFirstPassword(context.settings.dataDir, 'admin', 'secret');
  expect(checkSettings(context)).toMatchObject([{ state: 'ok' }]);
});

test('a public shop is warned about each setting of a trial, and the first password is not shown', () => {
  const context = aContext({ publicUrl: 'https://shop.example.com', isRateLimited: false });
  keepFirstPassword(context.settings.dataDir, 'admin', 'swordfish');
  const lines = checkSettings(context);
  expect(lines.map(({ state, message }) => `${state}: ${message}`)).toEqual([
    'warning: Rate limits are off.',
    'warning: BUSINESS_EMAIL is hello@northlight.example, which does not exist.',
    'warning: The first password has not been changed.',
  ]);
  expect(lines.every(({ advice }) => advice)).toBe(true);
  expect(JSON.stringify(lines)).not.toContain('swordfish');
});

test('the versions of the shop, Node and SQLite are listed', () => {
  expect(checkVersions(aContext({})).message).toMatch(
    /^Northlight \d+\.\d+\.\d+, Node \d+\.\S+, SQLite 3\.\S+\./,
  );
});
