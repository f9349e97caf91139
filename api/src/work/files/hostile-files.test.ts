import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startShopProcess } from '../../../chaos/shop-process.ts';
import { isLong, sample } from '../../../test/fixtures/long.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { freePort } from '../../../test/shop/free-port.ts';
import { bytes } from '../../../test/shop/hostile-families.ts';
import { brandOf, part, REFUSED, sound, TAKEN } from '../../../test/shop/hostile-files.ts';
import { ask, aPng, begin, send, shopWithOrder, TUS, upload } from '../../../test/shop/upload-steps.ts';
import { cleanName } from './file-name.ts';
import { detectMediaType } from './detect-media-type.ts';

function fileOf(content: Uint8Array): string {
  const file = join(tempFolder(), 'file');
  writeFileSync(file, content);
  return file;
}

const TOKEN = 'a token for the metrics page';
/** Files of 25 MB. */
const LARGE = 10;
const ALL = [
  ...TAKEN.map(([name, content]) => ({ name, content, status: 204 })),
  ...REFUSED.map(([name, content]) => ({ name, content, status: 415 })),
];

test('there are at least 200 of them, all different', () => {
  const distinct = new Set(
    ALL.map(({ name, content }) => `${name} ${Buffer.from(content).toString('latin1')}`),
  );
  expect(distinct.size).toBe(ALL.length);
  expect(ALL.length).toBeGreaterThan(200);
});

test.each(TAKEN)('%s is told by its content', async (name, content, mediaType, kept = name) => {
  const kind = await detectMediaType(fileOf(content), name);
  expect(kind.mediaType).toBe(mediaType);
  expect(cleanName(name, kind.extensions)).toBe(kept);
});

test.each(REFUSED)('%s is refused', async (name, content) => {
  await expect(detectMediaType(fileOf(content), name)).rejects.toMatchObject({
    status: 415,
    code: 'file_refused',
  });
});

test('parts are counted before a file is read on', async () => {
  const recording = (count: number) =>
    detectMediaType(fileOf(bytes(brandOf('isom'), ...Array<Uint8Array>(count).fill(part('free')), sound)));
  // Its brand is the first of a hundred.
  expect(await recording(98)).toMatchObject({ mediaType: 'audio/mp4' });
  await expect(recording(99)).rejects.toMatchObject({ status: 415 });
});

test('a refused upload leaves nothing, and its sender reads what to send instead', async () => {
  const { app, dataDir, customer, query } = await shopWithOrder();
  await inParallel(async ([name, content]) => {
    const { status, body } = await upload(app, { bytes: content, name, by: customer });
    expect(status, name).toBe(415);
    expect(body.message).toMatch(/^We can’t accept this type of file\. Please send /);
  }, sample(REFUSED));
  expect(readdirSync(join(dataDir, '.uploads'))).toEqual([]);
  expect(() => readdirSync(join(dataDir, 'files'))).toThrow('ENOENT');
  expect((await app.get(`/api/order${query}`)).body.files).toEqual([]);
});

test('no hostile file is changed, lost, or run by a browser', async () => {
  const { app, customer, query } = await shopWithOrder();
  await inParallel(async ([name, content, mediaType]) => {
    const { status, id } = await upload(app, { bytes: content, name, by: customer });
    expect(status, name).toBe(204);
    const file = await fetch(`${app.base}/api/order/files/${id}${query}`);
    expect(Buffer.from(await file.arrayBuffer()).equals(content), name).toBe(true);
    const { headers } = file;
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('cache-control')).toContain('private');
    expect(headers.get('content-type')).not.toMatch(/svg|html|^text|script/);
    const isShown = /^(image\/(png|jpeg|webp|gif|avif|heic)|audio\/(mpeg|wav|mp4|aac|ogg|flac))$/.test(
      mediaType,
    );
    expect(headers.get('content-disposition')).toMatch(isShown ? /^inline/ : /^attachment/);
    // An order takes 40 files.
    expect((await app.post(`/api/order/files/${id}/remove${query}`, {})).status).toBe(200);
  }, sample(TAKEN));
});

test('an upload that is cut, and then meets a full disk, ends as if nothing had happened', async () => {
  const { app, dataDir } = await shopWithOrder();
  const { freeBytes } = app.context;
  const cut = await inParallel(async ({ name, content, status }) => {
    const { path } = await begin(app, content.length, { filename: name, submissionKey: randomUUID() });
    const middle = Math.floor(content.length / 2);
    await send(app, path, 0, content.subarray(0, middle));
    return { name, path, middle, status, rest: content.subarray(middle) };
  }, sample(ALL));
  app.context.freeBytes = () => 0;
  await inParallel(async ({ name, path, middle, rest }) => {
    const full = await send(app, path, middle, rest);
    expect(full, name).toMatchObject({
      status: 507,
      body: { message: expect.stringContaining('right now') },
    });
  }, cut);
  app.context.freeBytes = freeBytes;
  await inParallel(async ({ name, path, middle, rest, status }) => {
    expect((await ask(app, path)).offset, name).toBe(middle);
    expect((await send(app, path, middle, rest)).status, name).toBe(status);
  }, cut);
  expect(readdirSync(join(dataDir, '.uploads'))).toEqual([]);
});

/** Over a connection of its own: a kept one may be closed while this process is busy with 25 MB. */
const sendAlone = (address: string, content: Buffer) =>
  new Promise((resolve, reject) => {
    const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': 0 };
    request(address, { method: 'PATCH', agent: false, headers }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end(content);
  });

test.runIf(isLong)(
  'all of them take less than 60 MB of the server’s memory, and large files stay on the disk',
  async () => {
    const port = await freePort();
    const app = { base: `http://127.0.0.1:${port}` };
    const server = await startShopProcess({
      DATA_DIR: tempFolder(),
      PORT: String(port),
      PAYMENTS: 'demo',
      METRICS_TOKEN: TOKEN,
    });
    onTestFinished(() => server.kill('SIGKILL').then(() => undefined));
    const memory = async () => {
      const metrics = await fetch(`${app.base}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      const [, found] = /^process_resident_memory_bytes (\d+)$/m.exec(await metrics.text()) ?? [];
      return Number(found) / 1e6;
    };
    const send = ({ name, content }: (typeof ALL)[number]) =>
      upload(app, { bytes: content, name, by: { submissionKey: randomUUID() } });
    // Loads what uploads need.
    for (const file of [ALL[0], ALL.at(-1)]) if (file) await send(file);
    const before = await memory();
    let most = before;
    for (let at = 0; at < ALL.length; at += 20) {
      await inParallel(
        async (file) => expect((await send(file)).status, file.name).toBe(file.status),
        ALL.slice(at, at + 20),
      );
      most = Math.max(most, await memory());
    }
    expect(before).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(60);
    const large = Buffer.alloc(25 * 1024 * 1024, 'a');
    const paths = await inParallel(
      async (name) => (await begin(app, large.length, { filename: name, submissionKey: randomUUID() })).path,
      Array.from({ length: LARGE }, (_, at) => `large-${at}.txt`),
    );
    expect(await inParallel((path) => sendAlone(app.base + path, large), paths)).toEqual(
      Array(LARGE).fill(204),
    );
    expect((await memory()) - before).toBeLessThan(60 + LARGE * 11);
  },
);

describe('names', () => {
  const NAMES: [string, string][] = [
    ['logo.png', 'logo.png'],
    ['Logo.PNG', 'Logo.PNG'],
    ['../../etc/passwd', 'passwd.png'],
    ['..\\..\\windows\\win.ini', 'win.ini.png'],
    ['/etc/cron.d/x.png', 'x.png'],
    ['C:\\Users\\Ada\\logo.png', 'logo.png'],
    ['..', 'file.png'],
    ['.', 'file.png'],
    ['', 'file.png'],
    ['   ', 'file.png'],
    ['.htaccess', 'htaccess.png'],
    ['.png', 'png.png'],
    ['a\0b.png', 'ab.png'],
    ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie- x=1.png'],
    ['photo\u202egnp.exe', 'photognp.exe.png'],
    ['\u2066\u200ba\u2069.png', 'a.png'],
    ['a"b<c>d|e?f*g:h.png', 'a-b-c-d-e-f-g-h.png'],
    ['CON', '_CON.png'],
    ['con.png', '_con.png'],
    ['NUL.txt.png', '_NUL.txt.png'],
    ['com1.png', '_com1.png'],
    ['LPT9 .png', '_LPT9.png'],
    ['console.png', 'console.png'],
    ['logo.png. . .', 'logo.png'],
    ['logo.png.exe', 'logo.png.exe.png'],
    ['a\ud800b.png', 'a\ufffdb.png'],
    ['Cafe\u0301.png', 'Café.png'],
    ['ロゴ 🎨.png', 'ロゴ 🎨.png'],
  ];
  test.each(NAMES)('%j becomes %j', (given, clean) => expect(cleanName(given, ['png'])).toBe(clean));

  test('no name is longer than 120 characters, or cut through one', () => {
    for (const name of [
      'a'.repeat(500),
      '🎨'.repeat(500),
      `${'x'.repeat(115)}🎨🎨🎨.png`,
      `con.${'a'.repeat(500)}`,
    ]) {
      const clean = cleanName(name, ['png']);
      expect(clean.length).toBeLessThanOrEqual(120);
      expect(clean).toMatch(/\.png$/);
      expect(clean.isWellFormed()).toBe(true);
    }
  });

  test('a name never decides where a file is', async () => {
    const { app, dataDir, customer, contents } = await shopWithOrder();
    const before = readdirSync(dataDir);
    for (const [index, [name]] of NAMES.entries())
      expect((await upload(app, { bytes: aPng(16, 16, index), name, by: customer })).status).toBe(204);
    const own = readdirSync(dataDir).filter((name) => !before.includes(name));
    expect(own).toEqual(expect.arrayContaining(['files']));
    for (const name of readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }))
      expect(name).toMatch(/^[0-9a-f]{2}([/\\][0-9a-f]{64})?$/);
    const [first = ''] = contents();
    expect(readFileSync(join(dataDir, 'files', first)).toString('latin1', 1, 4)).toBe('PNG');
  });
});

/** Eight at a time. */
async function inParallel<Item, Result>(work: (item: Item) => Promise<Result>, items: readonly Item[]) {
  const left = items.entries();
  const results: Result[] = [];
  const run = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, run));
  return results;
}
