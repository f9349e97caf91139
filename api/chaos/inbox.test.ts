import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../src/db/client.ts';
import { orderFiles } from '../src/db/schema/files.ts';
import { orderMessages } from '../src/db/schema/fulfillment.ts';
import { aDraft, buyWithCard } from '../test/fixtures/factories.ts';
import { tempFolder } from '../test/fixtures/temp-folder.ts';
import { ADA, aReply } from '../test/imap/emails.ts';
import { startFakeImap } from '../test/imap/fake-imap.ts';
import { freePort } from '../test/shop/free-port.ts';
import { aPng } from '../test/shop/upload-steps.ts';
import { startShopProcess, type ShopProcess } from './shop-process.ts';
import { UNTIL } from '../test/until.ts';

const preload = fileURLToPath(new URL('./kill-at-commit.js', import.meta.url));
/** The fifth or sixth commit of a start is the first that stores an email. */
const COMMITS = [5, 6, 7];

test(
  'each email and its file is stored once, wherever the server is killed',
  { tags: ['long'] },
  async () => {
    const imap = await startFakeImap();
    const dataDir = tempFolder();
    const port = String(await freePort());
    const variables = {
      PORT: port,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'a password for nobody',
      IMAP_URL: imap.url,
    };
    let shop: ShopProcess | undefined;
    const open = async (more: Record<string, string> = {}) => {
      shop = await startShopProcess({ ...variables, ...more }, 'KILL_AT_COMMIT' in more ? preload : null);
      return shop;
    };
    onTestFinished(async () => void (await shop?.kill('SIGKILL')));
    const stored = () => {
      const db = openDatabase(join(dataDir, 'northlight.db'));
      const messages = db.select().from(orderMessages).all();
      const files = db.select().from(orderFiles).all();
      db.$client.close();
      return { messages: messages.map(({ text }) => text), files: files.map(({ name }) => name) };
    };

    await open();
    const post = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
    await buyWithCard({ post }, aDraft());
    const saved = () =>
      readdirSync(join(dataDir, 'mail')).find((name) => /^order-confirmation.*eml$/.test(name));
    await vi.waitFor(() => expect(saved()).toBeDefined(), UNTIL);
    await vi.waitFor(() => expect(imap.state.logins).toBe(1), UNTIL);
    const {
      messageId = '',
      text = '',
      subject = '',
    } = await PostalMime.parse(readFileSync(join(dataDir, 'mail', saved() ?? '')));
    const email = { messageId, text, subject, html: '', from: '', to: ADA, replyTo: imap.inbox.user };
    await delay(500);
    await shop?.kill('SIGTERM');

    const texts: string[] = [];
    const deliver = async (name: string) => {
      texts.push(`${name}\n\n[See files: ${name}.png]`);
      const content = Buffer.from(aPng(16, 16, texts.length));
      imap.deliver(await aReply(email, { text: name, attachments: [{ filename: `${name}.png`, content }] }));
    };
    for (const nth of COMMITS)
      for (const when of ['before', 'after']) {
        await deliver(`${when}-${nth}`);
        const killed = await open({ KILL_AT_COMMIT: `${when} ${nth}` });
        expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
      }
    // The kills met the commits that store emails.
    expect(stored().messages.length).toBeGreaterThan(0);
    await open();
    await deliver('last');
    await vi.waitFor(() => expect(stored().messages).toContain(texts.at(-1)), UNTIL);
    await shop?.kill('SIGKILL');
    const { logins } = imap.state;
    await open();
    await vi.waitFor(() => expect(imap.state.logins).toBe(logins + 1), UNTIL);
    await delay(500);
    expect(stored()).toEqual({ messages: texts, files: texts.map((words) => /(\S+)\.png/.exec(words)?.[0]) });
    expect(imap.state.changes).toEqual([]);
  },
);
