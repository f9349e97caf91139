import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createLog } from '../base/log.ts';
import { anEmail } from '../../test/fixtures/email-fixtures.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { fileTransport } from './current-transport.ts';

test('without SMTP each email is saved as an .eml file, and only its name is logged', async () => {
  const folder = join(tempFolder(), 'mail');
  const log = createLog('silent');
  const logged: unknown[] = [];
  log.info = (entry: unknown) => void logged.push(entry);
  const transport = fileTransport(folder, log);
  await transport.send(anEmail({ text: 'Thank you, 🚲' }), 'order-confirmation-ORD-10001');
  expect(readdirSync(folder)).toEqual(['order-confirmation-ORD-10001.eml']);
  const email = await PostalMime.parse(readFileSync(join(folder, 'order-confirmation-ORD-10001.eml')));
  expect(email).toMatchObject({
    subject: 'Your order ORD-10001',
    html: expect.stringContaining('<p>Thank you</p>'),
  });
  expect(email.text?.trim()).toBe('Thank you, 🚲');
  expect(logged).toEqual([{ file: join(folder, 'order-confirmation-ORD-10001.eml') }]);
});

test('the same email written twice is one file; a folder that cannot be written is an error', async () => {
  const folder = tempFolder();
  const transport = fileTransport(folder, createLog('silent'));
  await transport.send(anEmail(), 'one');
  await transport.send(anEmail(), 'one');
  expect(readdirSync(folder)).toEqual(['one.eml']);
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const broken = fileTransport(join(file, 'mail'), createLog('silent'));
  await expect(broken.send(anEmail(), 'two')).rejects.toThrow(/ENOTDIR|EEXIST/);
});

test('a symbolic link in place of an email file is not followed', async () => {
  const folder = tempFolder();
  const elsewhere = join(tempFolder(), 'elsewhere.txt');
  writeFileSync(elsewhere, 'untouched');
  symlinkSync(elsewhere, join(folder, 'one.eml.part'));
  symlinkSync(elsewhere, join(folder, 'one.eml'));
  await fileTransport(folder, createLog('silent')).send(anEmail(), 'one');
  expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
  expect(readFileSync(join(folder, 'one.eml'), 'utf8')).toContain('Subject: Your order ORD-10001');
  expect(readdirSync(folder)).toEqual(['one.eml']);
});

test.each([
  'New order ORD-10001: $0 from =?utf-8?b?4oCuZXZpbA==?= Marlow',
  'New order ORD-10001: $0 from Zoë =?utf-8?q?=E2=80=AEevil?= 🚲',
  `=?utf-8?b?4oCuZXZpbA==?= ${'ö'.repeat(120)}`,
  '=? ?=',
])('a subject arrives exactly as typed, never decoded: %s', async (subject) => {
  const folder = tempFolder();
  await fileTransport(folder, createLog('silent')).send(anEmail({ subject }), 'one');
  const email = await PostalMime.parse(readFileSync(join(folder, 'one.eml')));
  expect(email.subject).toBe(subject);
});
