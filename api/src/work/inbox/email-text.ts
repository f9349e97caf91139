/** A part of an email, as the parser keeps it. Its types leave it out. */
export type Part = {
  contentType: string | false;
  textContent?: string;
  /** Of them, only the type is looked at. */
  headers?: Map<string, { params?: Record<string, string> }>;
  children: Part[];
};
/** What the parser gets for a part, before it decides whether it is text or a file. */
export type Source = {
  root?: boolean;
  contentType: string | false;
  disposition: string | false;
  filename: string | false;
};

export type EmailText = {
  /** As the sender's program wrote it, or made from HTML. */
  plain: string;
  /** The same with the places of pictures, where there is HTML. */
  shown: string;
  /** Some of it could not be read. */
  isIncomplete: boolean;
};

const LONGEST_HTML = 1_000_000;
const MOST_HTML_PARTS = 100;
/** The place of a picture that is written into the HTML itself. */
export const WITHIN = 'within-the-text';

/** Text without a name is text, however a program labels it. */
export function readLabels(source: Source): void {
  const isText = /^text\/(plain|html)$/.test(source.contentType || 'text/plain');
  if (!isText || (source.filename !== false && !source.root)) {
    source.contentType ||= 'application/octet-stream';
    return;
  }
  source.contentType ||= 'text/plain';
  if (source.filename === false || source.disposition !== 'attachment') source.disposition = 'inline';
}

/** Puts the texts of an email together. Changes its parts. */
export async function textOfParts(email: Part): Promise<EmailText> {
  let isIncomplete = false;
  let left = LONGEST_HTML;
  for (const [index, part] of htmlParts(email).entries()) {
    const html = prepared(part.textContent ?? '');
    left -= html.length;
    const text = index < MOST_HTML_PARTS && left >= 0 ? await textOfHtml(html) : undefined;
    isIncomplete ||= text === undefined;
    part.textContent = text ?? '';
  }
  return { plain: wordsOf(email, false), shown: wordsOf(email, true), isIncomplete };
}

const htmlParts = (part: Part): Part[] =>
  part.contentType === 'text/html' && part.textContent ? [part] : part.children.flatMap(htmlParts);

/**
 * Pictures that are written into the HTML make it long. Headings would be turned into capitals, and cells would be joined.
 */
const prepared = (html: string): string =>
  html
    .replaceAll(/data:image\/[^"')\s>]*/gi, `cid:${WITHIN}`)
    .replaceAll(/<(\/?)h[1-6]\b/gi, '<$1p')
    .replaceAll(/<(\/?)tr\b/gi, '<$1div')
    .replaceAll(/<\/t[dh]\s*>/gi, ' $&');

/** The parser makes text of an email that is HTML alone, within safe limits. Undefined beyond them. */
async function textOfHtml(html: string): Promise<string | undefined> {
  const { simpleParser } = await import('mailparser');
  const source = `Content-Type: text/html; charset=utf-8\n\n${html}`;
  const { text, textConversionError } = await simpleParser(source, {
    skipTextToHtml: true,
    skipImageLinks: true,
  });
  return textConversionError ? undefined : (text ?? '');
}

function wordsOf(part: Part, prefersHtml: boolean): string {
  if (part.children.length === 0) return part.textContent ?? '';
  const texts = part.children.map((child) => ({ child, text: wordsOf(child, prefersHtml) }));
  const written = texts.filter(({ text }) => text.trim() !== '');
  if (part.contentType !== 'multipart/alternative') return written.map(({ text }) => text).join('\n\n');
  // The last one is the fullest.
  const plain = written.find(({ child }) => child.contentType === 'text/plain')?.text;
  const other = written.findLast(({ child }) => child.contentType !== 'text/plain')?.text;
  if (plain === undefined || other === undefined) return plain ?? other ?? '';
  return prefersHtml || !saysTheSame(plain, other) ? other : plain;
}

/** Some programs write only a note into the plain text. */
function saysTheSame(plain: string, html: string): boolean {
  const [some, others] = [plain, html].map(
    (text) =>
      text
        .slice(0, 20_000)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  return isMostlyIn(some ?? [], others ?? []) && isMostlyIn(others ?? [], some ?? []);
}

function isMostlyIn(words: readonly string[], text: readonly string[]): boolean {
  const known = new Set(text);
  return words.filter((word) => known.has(word)).length * 2 >= words.length;
}
