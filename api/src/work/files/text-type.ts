import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** How much of a text is read to tell what it is. */
const HEAD_LENGTH = 16_384;
const SAMPLE_LENGTH = 1_024;
/** What no text has in it, whatever its letters. */
const NOT_IN_TEXT = /[[\p{ASCII}&&\p{Cc}]--[\t\n\v\f\r]]/v;

/** Plain text or SVG. Undefined for anything else, such as web pages and scripts. */
export async function textType(file: string): Promise<string | undefined> {
  const wide = await wideEncoding(file);
  const head = wide
    ? await headOf(file, wide)
    : ((await headOf(file, 'utf-8')) ?? (await headOf(file, 'latin1')));
  if (head === undefined) return undefined;
  const start = afterProlog(head.slice(0, HEAD_LENGTH));
  if (!wide && /^<svg[\s/>]/i.test(start)) return 'image/svg+xml';
  const isProgram = /^(<(?![\s\d-])|#!|%!)|<(script|html|iframe|svg|\?php|!doctype)\b|^\{\\rtf/i.test(start);
  return isProgram ? undefined : 'text/plain';
}

/** The start of a text. Undefined if a part of the file is no text in this encoding. Latin-1 stands for all with one byte a letter. */
async function headOf(file: string, encoding: string): Promise<string | undefined> {
  const isOneByte = encoding === 'latin1';
  const decoder = new TextDecoder(encoding, { fatal: true });
  let head = '';
  try {
    for await (const chunk of createReadStream(file)) {
      const bytes = chunk as Buffer;
      const text = isOneByte ? bytes.toString('latin1') : decoder.decode(bytes, { stream: true });
      if (text.includes('\0')) return undefined;
      if (encoding !== 'utf-8' && NOT_IN_TEXT.test(text)) return undefined;
      if (head.length < HEAD_LENGTH) head += text;
    }
    if (!isOneByte) decoder.decode();
    return head;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** UTF-16 by its mark, or by the zeros of its Latin letters. */
async function wideEncoding(file: string): Promise<'utf-16le' | 'utf-16be' | undefined> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_LENGTH), 0, SAMPLE_LENGTH, 0);
    const sample = buffer.subarray(0, bytesRead);
    const zeros = [0, 1].map((odd) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length);
    const [even = 0, odd = 0] = zeros;
    const mark = sample.subarray(0, 2).toString('hex');
    if (bytesRead % 2 === 1) return undefined;
    if (mark === 'fffe' || (even === 0 && odd * 3 > bytesRead)) return 'utf-16le';
    if (mark === 'feff' || (odd === 0 && even * 3 > bytesRead)) return 'utf-16be';
    return undefined;
  } finally {
    await handle.close();
  }
}

/** What follows the declarations and comments with which SVG files begin. One at a time, in linear time. */
function afterProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? rest.indexOf('-->') + 3 : prologLength(rest);
    if (end < 3) return rest;
    rest = rest.slice(end).trimStart();
  }
}

const prologLength = (text: string): number =>
  /^(<\?xml\s[^>]*>|<!DOCTYPE svg[^>[]*(\[[^\]]*\]\s*)?>)/i.exec(text)?.[0].length ?? 0;
