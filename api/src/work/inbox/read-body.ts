import type { CaseId } from '../../db/schema/columns.ts';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AttachmentStream, MailParserOptions, MessageText } from 'mailparser';
import { ApiError } from '../../base/errors.ts';
import type { WorkContext } from '../context.ts';
import { isOfPaidOrder, reserveUpload } from '../files/begin-upload.ts';
import { keepUpload } from '../files/finish-upload.ts';
import type { Pending } from '../files/uploads.ts';
import { readLabels, textOfParts, WITHIN, type EmailText, type Part, type Source } from './email-text.ts';

/** `cid`: the place in the HTML that shows it, if it is a small picture. */
type Attached = { name: string; cid?: string | undefined };
export type Kept = Attached & { upload: Pending; content: Awaited<ReturnType<typeof keepUpload>> };
export type Body = Omit<EmailText, 'missing'> & {
  /** Their content is kept, and their rows are not stored yet. Remove the uploads in any case. */
  files: Kept[];
  /** What is only in the email, and why, in words for the sender. */
  others: (Attached & { reason: string })[];
};

/** Says why an email is no message of a person. */
export class NoMessage extends Error {}
export class Reaction extends NoMessage {}

const MOST_ATTACHMENTS = 20;
/** Logos in signatures are small. */
const SMALL_PICTURE = 50_000;
const LONGEST_NAME = 60;
/** Of encryption and signing programs. */
const TECHNICAL = /^application\/(pgp-signature|(x-)?pkcs7-signature)$/;
const PACKED =
  'Outlook packed attachments into this file. Please send them again from another program, or as an email in HTML.';
/** A sentence that mail programs write for programs that can't show parts. */
const FOR_OLD_PROGRAMS = /\bmime\b|multi-?part message|openpgp|mail (?:reader|client|program)/i;
/** A line of a header, or the rest of one. */
const HEADER_LINE = /^(?:[!-9;-~]+[ \t]*:|[ \t]|>?From |$)/;
const MOST_OUTSIDE = 10_000;
export const WORD = /[\p{L}\p{N}]/u;

/**
 * Reads an email piece by piece: what was written, and the attachments as files of this order, with the checks of
 * uploads. `order` is null where files are not stored. Rejects if the source breaks off, and
 * with a `NoMessage`.
 */
export async function readBody(context: WorkContext, source: Readable, caseId: CaseId | null): Promise<Body> {
  const { MailParser } = await import('mailparser');
  await context.uploads.load();
  const body: Body = { plain: '', shown: '', files: [], others: [] };
  // An email inside the email is an attachment. The option is that of the parser's parser.
  const options: MailParserOptions & { ignoreEmbedded: true } = {
    ignoreEmbedded: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    checksumAlgo: false,
  };
  const parser: Duplex = new MailParser(options);
  const inner = parser as unknown as Inner;
  const [createNode, processChunk] = [inner.createNode.bind(parser), inner.processChunk.bind(parser)];
  let isReaction = false;
  let outside = '';
  const kinds: (string | undefined)[] = [];
  inner.createNode = (source) => {
    isReaction ||= source.disposition === 'reaction';
    const head = String(source.headers ? source.headers.build() : '').split(/\r?\n/);
    outside += head.filter((line) => !HEADER_LINE.test(line)).join('\n');
    readLabels(source);
    const node = createNode(source);
    kinds.push(node.contentType || '', node.headers?.get('content-type')?.params?.['method']?.toLowerCase());
    return node;
  };
  inner.processChunk = (chunk, done) => {
    if (chunk.type === 'data' && outside.length < MOST_OUTSIDE) outside += `${String(chunk.value)}\n`;
    processChunk(chunk, done);
  };
  // A failure of one ends the others with the same error.
  let failed: 'source' | 'parser' | 'files' | undefined;
  source.once('error', () => (failed ??= 'source'));
  parser.once('error', () => (failed ??= 'parser'));
  let count = 0;
  try {
    await pipeline(source, parser, async (parts) => {
      for await (const part of parts as AsyncIterable<AttachmentStream | MessageText>) {
        if (part.type === 'text') continue;
        count += 1;
        const take = count <= MOST_ATTACHMENTS ? takeAttachment(context, part, caseId, body) : readOver(part);
        await take.catch((error: unknown) => {
          failed ??= 'files';
          throw error;
        });
        part.release?.();
      }
    });
    const { missing, ...text } = await textOfParts(inner.tree);
    Object.assign(body, text);
    // Gmail adds words to its reactions.
    if (kinds.includes('text/vnd.google.email-reaction+json') || (isReaction && !WORD.test(text.plain)))
      throw new Reaction('it is only a reaction');
    if (kinds.includes('reply') || kinds.includes('counter'))
      throw new NoMessage('it is the answer to an invitation');
    const isWords = (sentence: string) => WORD.test(sentence) && !FOR_OLD_PROGRAMS.test(sentence);
    if (
      outside
        .replaceAll(/^--.*$/gm, '')
        .split(/\n\s*\n|(?<=[.!?])\s+/)
        .some(isWords)
    )
      missing.push('words outside of its parts');
    body.others.push(...missing.map((name) => ({ name, reason: '' })));
    if (text.shown.includes(WITHIN))
      body.others.push({ name: 'a picture in its text', reason: '', cid: WITHIN });
  } catch (error) {
    await removeUploads(context, body);
    throw failed === 'parser' ? new NoMessage('it can’t be read') : error;
  }
  if (count > MOST_ATTACHMENTS) body.others.push({ name: `${count - MOST_ATTACHMENTS} more`, reason: '' });
  return body;
}

/** What reads the parser's parts, as it is inside. Its types leave it out. */
type Inner = {
  tree: Part;
  createNode: (source: Source) => Part;
  processChunk: (chunk: { type: string; value?: Buffer }, done: () => void) => void;
};

async function readOver({ content }: AttachmentStream): Promise<number> {
  let size = 0;
  for await (const chunk of content) size += (chunk as Buffer).length;
  return size;
}

export async function removeUploads({ uploads }: WorkContext, { files }: Pick<Body, 'files'>): Promise<void> {
  for (const { upload } of files) await uploads.remove(upload.id);
}

async function takeAttachment(
  context: WorkContext,
  part: AttachmentStream,
  caseId: CaseId | null,
  { files, others }: Body,
): Promise<void> {
  const { limits, uploads } = context;
  const given = part.filename || (part.contentType === 'text/calendar' ? 'invite.ics' : '');
  const name =
    given.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, LONGEST_NAME) || 'a file without a name';
  const id = randomUUID();
  const file = uploads.fileOf(id);
  const placeOf = (size: number) =>
    part.contentType.startsWith('image/') && size < SMALL_PICTURE ? part.cid : undefined;
  try {
    if (TECHNICAL.test(part.contentType)) return void (await readOver(part));
    const isPacked = part.contentType.endsWith('ms-tnef') || /^winmail\.dat$/i.test(given);
    if (caseId === null || isPacked || part.contentType.startsWith('message/')) {
      const size = await readOver(part);
      others.push({ name, reason: isPacked ? PACKED : '', cid: placeOf(size) });
      return;
    }
    let size = 0;
    part.content.on('data', (chunk: Buffer) => (size += chunk.length));
    await pipeline(part.content, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    try {
      if (!isOfPaidOrder(context.db, { caseId, submissionKey: null, adminId: null }))
        await limits.unpaidUploads(caseId, size);
      const owner = { caseId, submissionKey: null, adminId: null, clientNetwork: null };
      const upload = reserveUpload(context, { id, ...owner, size, name: given });
      files.push({ name, cid: placeOf(size), upload, content: await keepUpload(context, upload) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await uploads.remove(id);
      others.push({ name, reason: error.message, cid: placeOf(size) });
    }
  } finally {
    // What was kept has been moved.
    await rm(file, { force: true });
  }
}
