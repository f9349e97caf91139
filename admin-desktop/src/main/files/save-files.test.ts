import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import { withExtension } from './file-names.ts';
import { createSaveFiles } from './save-files.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

function saving(answer: () => Response = () => new Response('never asked for'), isWanted = true) {
  const asked: string[] = [];
  const names: string[] = [];
  const opened: string[] = [];
  const save = createSaveFiles({
    handle: async ({ url }) => {
      asked.push(url);
      return answer();
    },
    chooseSavePath: async (name) => {
      names.push(name);
      return isWanted ? join(folder, name) : null;
    },
    downloads: () => folder,
    open: async (place) => void opened.push(place),
  });
  return { ...save, asked, names, opened, saved: (name: string) => readFileSync(join(folder, name), 'utf8') };
}

const csv = (body: ReadableStream) => () =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="../orders.csv"',
    },
  });

test('text is saved to the chosen file', async () => {
  const { saveText, saved } = saving();
  expect(await saveText('brief.txt', 'Zoë\n')).toBe(true);
  expect(saved('brief.txt')).toBe('Zoë\n');
  expect(readdirSync(folder)).toEqual(['brief.txt']);
});

test('canceling saves nothing', async () => {
  let isCanceled = false;
  const body = new ReadableStream({
    cancel: () => {
      isCanceled = true;
    },
  });
  const { saveText, saveDownload } = saving(csv(body), false);
  expect(await saveText('brief.txt', 'text')).toBe(false);
  expect(await saveDownload('/api/json/orders.csv')).toBe(false);
  expect(isCanceled).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test('a download is streamed under the server’s file name, without folders', async () => {
  const pieces = ['a,b\n', '1,2\n', '3,4\n'];
  const body = new ReadableStream({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece) controller.enqueue(new TextEncoder().encode(piece));
      else controller.close();
    },
  });
  const { saveDownload, saved, asked, names } = saving(csv(body));
  expect(await saveDownload('/api/json/orders.csv?q=a')).toBe(true);
  expect(asked).toEqual(['northlight-app://console/api/json/orders.csv?q=a']);
  expect(names).toEqual(['orders.csv']);
  expect(saved('orders.csv')).toBe('a,b\n1,2\n3,4\n');
});

test('a rejected download shows the server’s message before any dialog', async () => {
  const refused = saving(() =>
    Response.json({ message: 'You need to be logged in to do this.' }, { status: 401 }),
  );
  await expect(refused.saveDownload('/api/json/orders.csv')).rejects.toThrow(
    'You need to be logged in to do this.',
  );
  const broken = saving(() => new Response('<h1>', { status: 500 }));
  await expect(broken.saveDownload('/api/json/orders.csv')).rejects.toThrow(
    'The server didn’t send the file.',
  );
  expect([...refused.names, ...broken.names]).toEqual([]);
});

test('an incomplete download leaves no partial file and does not replace an existing file', async () => {
  writeFileSync(join(folder, 'orders.csv'), 'of last week');
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
    pull: (controller) => controller.error(new Error('The line broke')),
  });
  const { saveDownload, saved } = saving(csv(body));
  await expect(saveDownload('/api/json/orders.csv')).rejects.toThrow(
    'The download was incomplete. Try again.',
  );
  expect(saved('orders.csv')).toBe('of last week');
  expect(readdirSync(folder)).toEqual(['orders.csv']);
});

test('an unwritable path is reported', async () => {
  mkdirSync(join(folder, 'brief.txt'));
  await expect(saving().saveText('brief.txt', 'text')).rejects.toThrow(
    /couldn’t be saved|don’t have permission to save/,
  );
  rmSync(folder, { recursive: true });
  await expect(saving().saveText('brief.txt', 'text')).rejects.toThrow(
    'The file couldn’t be saved (ENOENT).',
  );
});

test.each([
  ['orders.csv', 'orders.csv'],
  ['orders.csv.exe', 'orders.csv'],
  ['orders.desktop', 'orders.csv'],
  ['2026-11-21 orders', '2026-11-21 orders.csv'],
])('a download is always saved as CSV: %s', (name, savedAs) => {
  expect(withExtension(name, 'csv')).toBe(savedAs);
});

test('a download that is not CSV is not saved', async () => {
  const { saveDownload } = saving(
    () => new Response('MZ', { headers: { 'content-type': 'application/octet-stream' } }),
  );
  await expect(saveDownload('/api/json/orders.csv')).rejects.toThrow('The server didn’t send the file.');
});

test.each([
  ['Logo final.v2.PNG', 'Logo final.v2.PNG'],
  ['../brief.docx', 'brief.docx'],
  ['logo.png.exe', null],
  ['run.bat', null],
  ['page.html', null],
  ['start.desktop', null],
  ['nothing', null],
])('a file of an order called %s is saved as %s', async (given, savedAs) => {
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${given}"`,
  };
  const { saveDownload, saved, names } = saving(() => new Response('bytes', { headers }));
  const result = saveDownload('/api/json/files/6f1b1a3e-0000-4000-8000-000000000000');
  if (savedAs === null) await expect(result).rejects.toThrow('The server didn’t send the file.');
  else expect([await result, saved(savedAs)]).toEqual([true, 'bytes']);
  expect(names).toEqual(savedAs === null ? [] : [savedAs]);
});

test.each([
  ['application/pdf', '/api/json/cases/ORD-10001/invoice.pdf?number=INV-1001', 'INV-1001.pdf'],
  ['application/zip', '/api/json/invoices.zip?month=2026-11', 'INV-1001.zip'],
])('what the server sends as %s is saved as such, whatever it calls it', async (type, path, name) => {
  const headers = { 'content-type': type, 'content-disposition': 'attachment; filename="INV-1001.exe"' };
  const { saveDownload, saved } = saving(() => new Response('bytes', { headers }));
  expect(await saveDownload(path)).toBe(true);
  expect(saved(name)).toBe('bytes');
});

const pdf = () =>
  new Response('%PDF-1.7', {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="../INV-1001.pdf"',
    },
  });

test('an invoice opens at once, and never replaces another file', async () => {
  const { saveDownload, names, opened, saved } = saving(pdf);
  const path = '/api/json/cases/ORD-10001/invoice.pdf?number=INV-1001';
  writeFileSync(join(folder, 'INV-1001.pdf'), 'of another shop');
  expect(await saveDownload(path)).toBe(true);
  expect(await saveDownload(path)).toBe(true);
  expect(names).toEqual([]);
  expect(opened).toEqual([join(folder, 'INV-1001 (2).pdf'), join(folder, 'INV-1001 (3).pdf')]);
  expect([saved('INV-1001.pdf'), saved('INV-1001 (2).pdf')]).toEqual(['of another shop', '%PDF-1.7']);
});

test('a PDF that a customer sent is saved where the administrator says, and not opened', async () => {
  const { saveDownload, names, opened } = saving(pdf);
  expect(await saveDownload('/api/json/files/6f1b1a3e-0000-4000-8000-000000000000')).toBe(true);
  expect([names, opened]).toEqual([['INV-1001.pdf'], []]);
});
