import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { faultsOf } from './check-build.ts';

test('a preview shows the owner’s texts, escaped and with their keys', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-'));
  const content = {
    'home.heading': '*Plain* <img src=x onerror=alert(1)>',
    'home.lede': 'A *good* [page](/website "x) and [bad](javascript:alert) </p><script>alert(1)</script>',
    'home.voiceQuestions': [{ question: '"Q"', answer: '[Call](tel:123)' }],
    'onhold.player': '" onplay="alert(1)',
    'onhold.features': [{ words: '</li>' }],
    'onhold.summary': '</script>',
  };
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ content }));
  const site = join(import.meta.dirname, '..');
  const build = join(folder, 'build');
  await promisify(execFile)(
    process.execPath,
    [join(site, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', build],
    {
      cwd: site,
      env: {
        ...process.env,
        DATA_DIR: folder,
        SITE_PREVIEW: '1',
        NODE_ENV: 'production',
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    },
  );
  const page = (name: string) =>
    readFileSync(join(build, `${name}.html`), 'utf8').replaceAll(/ data-astro-cid-\w+/g, '');

  expect(page('index')).toContain(
    '<h1><span data-text="home.heading">*Plain* &lt;img src=x onerror=alert(1)&gt;</span></h1>',
  );
  expect(page('index')).toContain(
    '<span data-text="home.lede" data-rich="true">A <em>good</em> [page](/website &quot;x) and [bad](javascript:alert) &lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</span>',
  );
  expect(page('index')).toContain(
    '<summary><span data-text="home.voiceQuestions.0.question">&quot;Q&quot;</span></summary><p><span data-text="home.voiceQuestions.0.answer" data-rich="true"><a href="tel:123">Call</a></span></p>',
  );
  expect(page('index')).toContain('<tspan data-text="home.call.line">');
  expect(page('index')).not.toContain('home.voiceQuestions.1');
  expect(page('onhold')).toContain('aria-label="&quot; onplay=&quot;alert(1)"');
  expect(page('onhold')).toContain('<span data-text="onhold.features.0.words">&lt;/li&gt;</span>');
  expect(page('checkout')).toContain('&lt;/li&gt;');
  for (const name of ['index', 'onhold', 'privacy', '404']) {
    expect(page(name)).toContain('<meta name="robots" content="noindex">');
    expect(page(name)).toContain('northlightShown');
  }
  const assets = join(build, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const code = scripts.map((file) => readFileSync(join(assets, file), 'utf8')).join('');
  // What the build knows is written into the scripts, which know no setting.
  expect(code).toContain('Hosting included');
  expect(code).not.toMatch(/CARD_TEXTS|TAXES_RECURRING/);
  expect(faultsOf(build)).toEqual([]);
  rmSync(folder, { recursive: true });
});
