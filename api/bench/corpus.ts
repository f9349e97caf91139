/**
 * Reads a folder of real emails and files as the shop would, and names those of which something is lost. With --texts,
 * each file is the text of a reply, and with --expected FOLDER the sender's own words are in the file of that name there.
 * --mutate COUNT reads as many damaged copies of the emails.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import PostalMime from 'postal-mime';
import { ApiError } from '../src/base/errors.ts';
import type { WorkContext } from '../src/work/context.ts';
import { detectMediaType } from '../src/work/files/detect-media-type.ts';
import { messageOf } from '../src/work/inbox/message-of-email.ts';
import { ownWords } from '../src/work/inbox/own-words.ts';
import { bounceOf } from '../src/work/inbox/read-bounce.ts';
import { NoMessage, readBody } from '../src/work/inbox/read-body.ts';
import { readHead } from '../src/work/inbox/read-head.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    texts: { type: 'boolean' },
    expected: { type: 'string' },
    mutate: { type: 'string', default: '0' },
    list: { type: 'string', default: '' },
  },
});
const [folder] = positionals;
if (!folder)
  throw new Error('Name a folder: pnpm corpus FOLDER [--texts] [--expected FOLDER] [--mutate COUNT]');

/** Files are only named here, so nothing of a shop is needed. */
const context = {
  uploads: { load: async () => {}, fileOf: (id: string) => join(tmpdir(), id) },
} as unknown as WorkContext;
const IS_EMAIL =
  /^(From .*\r?\n)?(?:[\w-]+:.*(?:\r?\n[ \t].*)*\r?\n){0,80}?(from|received|return-path|date|mime-version):/i;

const counts: Record<string, number> = {};
function count(kind: string, name: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
  if (kind === values.list) console.log(name);
}

async function readEmail(source: Buffer): Promise<string> {
  const head = await readHead(source);
  if (head.isBounce) {
    if (await bounceOf(Readable.from(source), head)) return 'report of a failure';
    if (/^action:\s*fail/im.test(source.toString('latin1'))) return 'failure not recognized';
  }
  if (head.isAutomatic) return 'automatic';
  const body = await readBody(context, Readable.from(source), null).catch((error: unknown) => {
    if (error instanceof NoMessage) return error.message;
    throw error;
  });
  if (typeof body === 'string') return body;
  const { text } = messageOf(body, { name: head.name });
  const other = await PostalMime.parse(source);
  const visible = `${other.text ?? ''} ${(other.html ?? '').replaceAll(/<style[^]*?<\/style>|<[^>]*>|&nbsp;/gi, ' ')}`;
  if (text === '[An email without text]' && /[\p{L}\p{N}]/u.test(visible)) return 'words lost';
  const lost =
    !text.includes('[Only in the email: ') &&
    other.attachments.some(
      ({ filename, contentId, mimeType }) => filename && !contentId && !/signature/.test(mimeType),
    );
  return lost ? 'attached file untold' : 'email';
}

const simplified = (text: string): string => text.replaceAll(/[\s>]+/g, ' ').trim();

function readText(text: string, expected: string | undefined): string {
  const words = ownWords(text);
  if (expected === undefined) return words.text ? 'kept' : words.hasMore ? 'named' : 'lost';
  const [own, wanted] = [simplified(words.text), simplified(expected)];
  if (own === wanted) return 'right';
  return own.includes(wanted) ? 'something left' : words.hasMore ? 'cut, but told' : 'wrong';
}

/** A copy with one to four lines changed. The same number makes the same copy. */
function damaged(source: Buffer, seed: number): Buffer {
  const lines = source.toString('latin1').split('\n');
  for (let state = seed, left = 1 + (seed % 4); left > 0; left -= 1) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    const at = state % (state % 2 ? lines.length : Math.min(40, lines.length));
    const line = lines[at] ?? '';
    const middle = (state >>> 8) % (line.length + 1);
    const odd = String.fromCodePoint((state >>> 4) % 256);
    const made = [
      line.replace(/:.*/, ':'),
      line.slice(0, middle),
      `${line}\n${line}`,
      line.replace(/=.*/, '=martian'),
    ];
    made.push(line.slice(0, middle) + odd + line.slice(middle), `${'('.repeat(state % 500)}${line}`);
    lines[at] = made[(state >>> 3) % made.length] ?? '';
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}

const emails: Buffer[] = [];
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const path = join(folder, name);
  if (!statSync(path).isFile()) continue;
  const content = readFileSync(path);
  try {
    if (values.texts) {
      const expected = values.expected && readFileSync(join(values.expected, name), 'utf8');
      count(readText(content.toString(), expected), name);
    } else if (IS_EMAIL.test(content.toString('latin1', 0, 20_000))) {
      emails.push(content);
      count(await readEmail(content), name);
    } else count((await detectMediaType(path)).mediaType, name);
  } catch (error) {
    if (!(error instanceof ApiError)) console.log(name, error);
    count(error instanceof ApiError ? 'file refused' : 'crash', name);
  }
}
for (let at = 0; emails.length > 0 && at < Number(values.mutate); at += 1) {
  const copy = damaged(emails[at % emails.length] ?? Buffer.alloc(0), at + 1);
  await readEmail(copy).catch((error: unknown) => {
    count('crash of a damaged copy', String(at));
    console.log(at, error);
  });
}
console.table(counts);
