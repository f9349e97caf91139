import { existsSync, mkdtempSync, readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { build, Platform } from 'electron-builder';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { builderConfig } from '../builder-config.ts';
import { startMain } from './start-main.ts';

/** Marks the position of the fuses in the Electron binary. See https://github.com/electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const VERSION = 1;
const FUSES = 9;

/**
 * Creates a folder that looks like an unpacked Electron for Linux. Its program does nothing and has all fuses
 * enabled.
 */
function writeStandInRuntime(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const wire = Buffer.from([VERSION, FUSES, ...Buffer.from('1'.repeat(FUSES))]);
  const program = Buffer.concat([
    Buffer.from('#!/bin/sh\nexit 0\n'),
    Buffer.from(SENTINEL),
    wire,
    Buffer.alloc(64),
  ]);
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  for (const language of ['de', 'en-US']) writeFileSync(join(folder, 'locales', `${language}.pak`), '');
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(folder, file), '');
}

const folder = mkdtempSync(join(tmpdir(), 'northlight-package-'));
const packed = join(folder, 'output', 'linux-unpacked');
const asar = join(packed, 'resources', 'app.asar');

beforeAll(async () => {
  const electronDist = join(folder, 'runtime');
  writeStandInRuntime(electronDist);
  await build({
    projectDir: join(import.meta.dirname, '../..'),
    targets: Platform.LINUX.createTarget('dir'),
    config: builderConfig({
      updateFeed: 'https://updates.example.com/northlight',
      isSigned: true,
      isNotarised: false,
      electronDist,
      output: join(folder, 'output'),
    }),
    publish: 'never',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Matches the names of imported and required modules. */
const ASKED = /^import [^;]*?"([\w@./:-]+)";$|\b(?:require|import)\(["'`]([\w@./:-]+)["'`]\)/gm;

const files = () => listPackage(asar, { isPack: false }).map((file) => file.replaceAll('\\', '/'));

test('the archive contains the built app: its entry point, preload, page, and icons', () => {
  const held = files();
  const { main, type } = JSON.parse(extractFile(asar, 'package.json').toString());
  expect(type).toBe('module');
  expect(held).toEqual(
    expect.arrayContaining([
      `/${main}`,
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/package.json',
      '/resources/icon.png',
      '/resources/tray.png',
      '/resources/tray-mac.png',
    ]),
  );
});

test('no source files, tests, source maps, or packages are included', () => {
  const odd = files().filter(
    (file) =>
      !/^\/(?:package\.json|(?:out|resources)(?:\/[\w-]+)*(?:\/[\w.-]+\.(?:js|cjs|html|css|woff2|png|svg))?)$/.test(
        file,
      ),
  );
  expect(odd).toEqual([]);
  const { devDependencies, dependencies, scripts } = JSON.parse(extractFile(asar, 'package.json').toString());
  expect({ devDependencies, dependencies, scripts }).toEqual({});
});

test('the entry point and the preload import only Electron, Node, and included files', () => {
  const { main } = JSON.parse(extractFile(asar, 'package.json').toString());
  for (const file of [main, 'out/preload/index.cjs']) {
    const code = extractFile(asar, file).toString();
    const asked = [...code.matchAll(ASKED)].map(([, first, second]) => first ?? second ?? '');
    expect(asked).toContain('electron');
    for (const name of asked) {
      const isThere = name.startsWith('.') && files().includes(join('/', file, '..', name));
      expect(name === 'electron' || isBuiltin(name) || isThere, `${file} asks for ${name}`).toBe(true);
    }
  }
});

test('all of the page’s files are included', () => {
  const page = extractFile(asar, 'out/renderer/index.html').toString();
  const asked = [...page.matchAll(/(?:src|href)="\.?([^"]+)"/g)].map(([, file]) => `/out/renderer${file}`);
  expect(asked.length).toBeGreaterThan(1);
  expect(files()).toEqual(expect.arrayContaining(asked));
  expect(page).not.toMatch(/<script(?![^>]*src=)|style=|<style/);
});

test('the fuses are set', async () => {
  const wire = await getCurrentFuseWire(join(packed, 'northlight'));
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: FuseState.DISABLE,
    [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
  });
});

test('installed apps know where to find updates and include only English', () => {
  expect(readFileSync(join(packed, 'resources', 'app-update.yml'), 'utf8')).toContain(
    'url: https://updates.example.com/northlight',
  );
  expect(existsSync(join(packed, 'locales', 'en-US.pak'))).toBe(true);
  expect(existsSync(join(packed, 'locales', 'de.pak'))).toBe(false);
});

test('the packed main process starts and opens our page in a sandboxed window', async () => {
  const app = join(folder, 'app');
  extractAll(asar, app);
  const { main } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
  const started = startMain(join(app, main), join(folder, 'user'), ['northlight://order/ORD-10001']);
  onTestFinished(started.stop);
  await expect
    .poll(() => started.last('loaded'), { timeout: 20_000 })
    .toBe('northlight-app://console/admin#/case/ORD-10001');
  expect(started.last('window')).toMatchObject({
    webPreferences: {
      preload: join(app, 'out', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: false,
    },
  });
  expect(await started.send({ do: 'request', path: '/admin' })).toMatchObject({
    status: 200,
    text: extractFile(asar, 'out/renderer/index.html').toString(),
  });
});
