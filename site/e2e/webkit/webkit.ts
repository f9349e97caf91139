import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from 'playwright/test';
import { freePort } from '../../../api/test/shop/free-port.ts';
import type { Visitor } from '../support/walk.ts';
import type { Webkit } from './find-webkit.ts';

const found = process.env['E2E_WEBKIT'];

/** Otherwise the browser's own buttons keep its window wider than a phone. */
const NARROW = '* { font-size: 1px; min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; }';

/** A window of a real WebKit on a screen that nobody sees, controlled over WebDriver. */
export const test = base.extend<{ webkit: Visitor }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs.
  webkit: async ({}, use) => {
    test.skip(!found || found === 'null', 'There is no WebKit here.');
    const { driver, browser, screen }: Webkit = JSON.parse(found ?? '');
    const home = mkdtempSync(join(tmpdir(), 'northlight-webkit-'));
    mkdirSync(join(home, 'gtk-3.0'));
    writeFileSync(join(home, 'gtk-3.0/gtk.css'), NARROW);
    const children: ChildProcess[] = [];
    try {
      const shown = spawn(screen, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      children.push(shown);
      const display = await new Promise((done) => createInterface(shown.stdout).once('line', done));
      const port = await freePort();
      const env = { ...process.env, DISPLAY: `:${display}`, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
      children.push(spawn(driver, [`--port=${port}`], { stdio: 'ignore', env }));
      const at = `http://127.0.0.1:${port}`;
      await untilReady(at);
      const options = { binary: browser, args: ['--automation'] };
      const { sessionId } = await send<{ sessionId: string }>('POST', `${at}/session`, {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
      });
      await use(visitorIn(`${at}/session/${sessionId}`));
      await send('DELETE', `${at}/session/${sessionId}`);
    } finally {
      for (const child of children) child.kill();
      rmSync(home, { recursive: true, force: true });
    }
  },
});

async function untilReady(at: string): Promise<void> {
  while (!(await send<{ ready: boolean }>('GET', `${at}/status`).catch(() => null))?.ready)
    await new Promise((done) => setTimeout(done, 50));
}

async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Value };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

function visitorIn(session: string): Visitor {
  const see = <Value>(expression: string) =>
    send<Value>('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  return {
    see,
    open: (url) => send('POST', `${session}/url`, { url }),
    resize: (width) => send('POST', `${session}/window/rect`, { width, height: 800 }),
    type: async (selector, text) => {
      await see(`document.querySelector(${JSON.stringify(selector)}).focus()`);
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
        { type: 'pause', duration: 50 },
      ]);
      await send('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keys', actions: keys }] });
    },
  };
}
