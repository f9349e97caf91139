import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { accentsOf } from '@northlight/shared/content/colors.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withBuiltScripts } from '../../../test/fixtures/built-server.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { isLong } from '../../../test/fixtures/long.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { REFUSED, TAKEN } from '../../../test/shop/hostile-files.ts';
import { shopBody } from '../../../test/shop/changed-shop.ts';
import { projectRoot } from '../../base/paths.ts';
import { DAY_MS } from '../../base/units.ts';
import { openArchive, writeArchive } from '../backups/archive.ts';
import { copyDatabase } from '../backups/shop-file.ts';
import { cleanMedia } from './media.ts';
import { publishNext } from './publish.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';

withBuiltScripts();

const sample = (name: string) => readFileSync(join(projectRoot, 'site/public/media', name));
const VIDEO = sample('voice-agent-promo.mp4');
const CAPTIONS = sample('voice-agent-promo.vtt');
const PICTURE = { width: 700, height: 500, channels: 3, background: '#1f6feb' } as const;
const aPicture = (changes: object = {}) => sharp({ create: { ...PICTURE, ...changes } });
const png = (changes: object = {}) => aPicture(changes).png().toBuffer();

async function openShop() {
  const dataDir = tempFolder();
  const { app, cookie: owner } = await openConsole({ env: { dataDir } });
  const upload = async (key: string, content: Buffer | string, by: Record<string, string> = owner) => {
    const response = await fetch(`${app.base}/api/json/shop/media/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', ...by },
      body: new Uint8Array(Buffer.from(content)),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const change = async (content: object, publish = true) => {
    const shop = (await app.get('/api/json/shop', owner)).body;
    const answer = await app.post('/api/json/shop', shopBody(shop, { content }, { publish }), owner);
    if (publish) await publishNext(app.context);
    return answer;
  };
  const stored = () => {
    const folder = join(dataDir, 'media/files');
    const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    return found.map((name) => name.split(/[/\\]/).at(-1) ?? '').filter((name) => name.length === 64);
  };
  const arriving = () => readdirSync(join(dataDir, 'media/.arriving'));
  return { app, dataDir, owner, upload, change, stored, arriving };
}

test('a picture is kept as a new one of its pixels, turned upright, without what else was in its file', async () => {
  const { app, owner, upload, arriving } = await openShop();
  const photo = await aPicture({ width: 500, height: 700 })
    .withExif({ IFD0: { Copyright: 'A secret place' }, IFD3: { GPSLatitude: '42/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { status, body } = await upload('website.picture', Buffer.concat([photo, Buffer.from('<script>')]));
  expect([status, body]).toEqual([200, { file: expect.stringMatching(/^[\da-f]{64}\.webp$/) }]);
  const kept = await fetch(`${app.base}/api/json/shop/media/${body.file}`, { headers: owner });
  const bytes = Buffer.from(await kept.arrayBuffer());
  expect(Object.fromEntries(kept.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.file.slice(0, 64));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 700, height: 500 });
  expect(bytes.toString('latin1')).not.toMatch(/secret|GPS|Exif|script/);
  expect(arriving()).toEqual([]);
});

test('a version names the file, its words, and its part, and can be restored after the picture was replaced', async () => {
  const { app, dataDir, owner, upload, change } = await openShop();
  const { file } = (await upload('website.picture', await png())).body;
  const own = { 'website.picture': { file, words: 'A bakery', x: '20', y: '50', zoom: '150' } };
  expect((await change({ ...own, 'color.website': '#aa3300' })).status).toBe(200);
  const built = () => JSON.parse(readFileSync(join(dataDir, 'shop.json'), 'utf8')).content;
  expect(built()).toEqual({ ...own, 'color.website': '#aa3300' });
  const [version] = (await app.get('/api/json/shop/versions', owner)).body.versions;
  expect(version.changes).toContainEqual({
    what: 'Website, Top of the page: Picture',
    from: '',
    to: `A bakery (${file.slice(0, 8)} 20 50 150)`,
  });
  await change({ 'website.picture': null });
  expect(built()).toEqual({ 'color.website': '#aa3300' });
  await app.post(`/api/json/shop/versions/${version.version}`, { action: 'restore' }, owner);
  await publishNext(app.context);
  expect(built()).toMatchObject(own);
});

test('emails have the published colors', async () => {
  const { app, change } = await openShop();
  await change({ 'color.website': '#8a2be2' });
  await buyWithCard(app, aDraft());
  const [email] = await app.sentEmails();
  const { light, dark } = accentsOf('#8a2be2');
  expect(email?.html).toContain(`<span class="website" style="color:${light.accent}"`);
  expect(email?.html).toContain(`.website { color: ${dark.accent} !important; }`);
  expect(email?.html).toContain('<span class="voice" style="color:#d2502a"');
});

test('a file that no version names is deleted after a day, one of an earlier version stays', async () => {
  const { app, dataDir, upload, change, stored } = await openShop();
  const send = async (background: string) =>
    (await upload('website.picture', await png({ background }))).body.file as string;
  const published = await send('#ff0000');
  const unsaved = await send('#00ff00');
  const discarded = await send('#0000ff');
  const picture = (file: string) => ({ 'website.picture': { file, words: 'A bakery' } });
  await change(picture(published));
  await change(picture(discarded), false);
  await change({ 'website.picture': null });
  await cleanMedia(app.context);
  expect(stored()).toHaveLength(3);
  const old = new Date(app.clock.now.getTime() - DAY_MS - 1);
  for (const hash of stored()) utimesSync(join(dataDir, 'media/files', hash.slice(0, 2), hash), old, old);
  await cleanMedia(app.context);
  expect(stored()).toEqual([published.slice(0, 64)]);
  const { status, body } = await change(picture(unsaved));
  expect([status, body.fields]).toEqual([
    400,
    { 'content.website.picture': ['This file is no longer here. Please add it again.'] },
  ]);
});

test('a backup has the files', async () => {
  const { app, dataDir, upload } = await openShop();
  const { file } = (await upload('icon', await png({ width: 600, height: 600 }))).body;
  const [copy, archive, opened] = [join(tempFolder(), 'copy'), join(tempFolder(), 'archive'), tempFolder()];
  const onDisk = join(tempFolder(), 'shop.db');
  await app.db.$client.backup(onDisk);
  await copyDatabase(onDisk, copy);
  await writeArchive(dataDir, copy, archive, undefined);
  await openArchive(archive, undefined, opened);
  const kept = ['media', 'files', file.slice(0, 2), file.slice(0, 64)];
  expect(readFileSync(join(opened, ...kept))).toEqual(readFileSync(join(dataDir, ...kept)));
});

test('a video and its captions go together', async () => {
  const { app, owner, upload, change } = await openShop();
  const { file: video } = (await upload('voice.video', VIDEO)).body;
  const alone = await change({ 'voice.video': { file: video } });
  expect(alone.body.fields).toEqual({ 'content.voice.captions': [expect.stringMatching(/add captions/)] });
  const { file: captions } = (await upload('voice.captions', CAPTIONS)).body;
  expect((await change({ 'voice.captions': { file: captions } })).status).toBe(400);
  expect(
    (await change({ 'voice.video': { file: video }, 'voice.captions': { file: captions } })).status,
  ).toBe(200);
  const part = await fetch(`${app.base}/api/json/shop/media/${video}`, {
    headers: { ...owner, range: 'bytes=0-9' },
  });
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4']);
  const audio = await upload('onhold.audio', sample('on-hold-sample.mp3'));
  expect([audio.status, audio.body.file]).toEqual([200, expect.stringMatching(/\.mp3$/)]);
});

const PAGE = Buffer.from('<html><script>');
const vtt = (cue: string) => `WEBVTT\n\n${cue}`;
const box = (type: string, content: Buffer | string = '', length?: number) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length ?? 8 + content.length);
  head.write(type, 4);
  return Buffer.concat([head, Buffer.from(content as string)]);
};
const mp4 = (...boxes: Buffer[]) => Buffer.concat([box('ftyp', 'isom\0\0\0\0avc1'), ...boxes]);

test.each<[string, string, Buffer | string | (() => Promise<Buffer>), RegExp]>([
  ['an SVG', 'logo', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', /as a PNG/],
  ['a web page', 'website.picture', '<!doctype html><script>alert(1)</script>', /no picture/],
  ['a video as a picture', 'website.picture', VIDEO, /no picture/],
  ['a picture as a video', 'voice.video', () => png(), /no MP4/],
  ['a picture as a sample', 'onhold.audio', () => png(), /no MP3/],
  ['a picture as captions', 'voice.captions', () => png(), /no WebVTT/],
  ['a small picture', 'website.picture', () => png({ width: 639 }), /639 by 500 pixels.*640 by 448/],
  ['a broken picture', 'website.picture', async () => (await png()).subarray(0, 200), /damaged/],
  [
    'a decompression bomb',
    'website.picture',
    () =>
      sharp({ create: { ...PICTURE, width: 9_000, height: 9_000 }, limitInputPixels: false })
        .png()
        .toBuffer(),
    /more than 50 megapixels/,
  ],
  ['a video with a page behind it', 'voice.video', Buffer.concat([VIDEO, PAGE]), /no MP4/],
  ['a video without pictures', 'voice.video', mp4(box('moov', 'avc1')), /no MP4/],
  ['a video with another codec', 'voice.video', mp4(box('moov', 'hvc1'), box('mdat')), /no MP4/],
  ['a video with a box of no length', 'voice.video', mp4(box('moov', 'avc1', 0), box('mdat')), /no MP4/],
  ['a video with an endless box', 'voice.video', mp4(box('moov', 'avc1', 2 ** 32 - 1)), /no MP4/],
  ['captions without times', 'voice.captions', vtt('Hello\n'), /no line with times/],
  ['captions that end early', 'voice.captions', vtt('00:02.000 --> 00:01.000\nHi\n'), /Line 3.*end after/],
  ['captions with odd times', 'voice.captions', vtt('0:1 --> 0:2\nHi\n'), /Line 3.*write times/],
  [
    'captions with a tag',
    'voice.captions',
    vtt('00:01.000 --> 00:02.000\n<img src=x>\n'),
    /Line 4.*leave out </,
  ],
  ['captions that are no text', 'voice.captions', Buffer.from([0x57, 0x45, 0xff, 0xfe]), /no WebVTT/],
])('%s is refused with what to do, and leaves nothing', async (_, key, given, reason) => {
  const { upload, stored, arriving } = await openShop();
  const { status, body } = await upload(key, typeof given === 'function' ? await given() : given);
  expect([status, body.message]).toEqual([415, expect.stringMatching(reason)]);
  expect(stored()).toEqual([]);
  expect(arriving()).toEqual([]);
});

test('no hostile file is kept as it is', async () => {
  const { upload, stored } = await openShop();
  for (const [name, content] of [...TAKEN, ...REFUSED].filter(
    (_, index) => index % (isLong ? 4 : 16) === 0,
  )) {
    const { status } = await upload('home.voicePicture', Buffer.from(content));
    expect(status, name).toBeGreaterThanOrEqual(400);
  }
  expect(stored()).toEqual([]);
});

test('size, name, and rights are checked', async () => {
  const { app, upload, arriving } = await openShop();
  expect((await upload('voice.captions', 'x'.repeat(1_048_577))).body.message).toMatch(/too large.*1 MB/);
  expect((await upload('voice.captions', '')).status).toBe(400);
  for (const key of ['home.heading', 'nothing', '..%2f..%2fx', '__proto__'])
    expect((await upload(key, CAPTIONS)).status, key).toBe(404);
  const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(50_000)) });
  const answer = fetch(`${app.base}/api/json/shop/media/voice.captions`, {
    method: 'POST',
    headers: await loggedIn(app),
    body: endless,
    duplex: 'half',
  } as RequestInit);
  // The server ends the connection, before or after its answer.
  expect(
    await answer.then(
      ({ status }) => status,
      () => 413,
    ),
  ).toBe(413);
  expect(arriving()).toEqual([]);
  const sam = { username: 'sam', password: 'a quiet south window' };
  await addAdmin(app, { ...sam, role: 'staff' });
  expect((await upload('voice.captions', CAPTIONS, await loggedIn(app, sam))).status).toBe(403);
  expect((await upload('voice.captions', CAPTIONS, {})).status).toBe(401);
  for (const name of ['x.webp', `${'a'.repeat(64)}.html`, `..%2f${'a'.repeat(64)}.webp`])
    expect((await app.get(`/api/json/shop/media/${name}`, await loggedIn(app))).status, name).toBe(404);
  expect((await app.get(`/api/json/shop/media/${'a'.repeat(64)}.webp`, await loggedIn(app))).status).toBe(
    404,
  );
});

test('an upload is in the audit log', async () => {
  const { app, owner, upload } = await openShop();
  await upload('voice.captions', CAPTIONS);
  const [entry] = (await app.get('/api/json/audit', owner)).body.entries;
  expect(entry).toMatchObject({ text: 'Uploaded a file for the website' });
});
