import { wordsIn } from './known-words.ts';

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
  headers: { build: () => Buffer } | false;
};

export type EmailText = {
  /** As the sender's program wrote it, or made from HTML. */
  plain: string;
  /** The same with the places of pictures, where there is HTML. */
  shown: string;
  /** What of it is only in the email. */
  missing: string[];
};

const LONGEST_HTML = 1_000_000;
const MOST_HTML_PARTS = 100;
const LONGEST_COMPARED = 20_000;
/** Fewer are a word that one version spells or breaks in its own way. */
const NEW_WORDS = 3;
/** The place of a picture that is written into the HTML itself. */
export const WITHIN = 'within-the-text';

/** Text that other programs read. */
const FOR_PROGRAMS = /^text\/(?:calendar|csv|tab|directory|rtf|css|javascript|(?:x-)?vcard|vnd)/;
/** These have tags. Their words are between them, as in HTML. */
const TAGGED = /^text\/(?:enriched|richtext|xml|.*html)$|xhtml/;

/** Text without a name is text, however a program labels it. */
export function readLabels(source: Source): void {
  const type = source.contentType || 'text/plain';
  const isText = TAGGED.test(type) || (/^text\b/.test(type) && !FOR_PROGRAMS.test(type));
  if (!isText || (source.filename !== false && !source.root)) {
    source.contentType ||= 'application/octet-stream';
    return;
  }
  source.contentType = TAGGED.test(type) ? 'text/html' : 'text/plain';
  if (source.filename === false || source.disposition !== 'attachment') source.disposition = 'inline';
}

/** Puts the texts of an email together. Changes its parts. */
export async function textOfParts(email: Part): Promise<EmailText> {
  const missing = new Set<string>();
  let left = LONGEST_HTML;
  for (const [index, part] of htmlParts(email).entries()) {
    const html = prepared(part.textContent ?? '');
    left -= html.length;
    const text = index < MOST_HTML_PARTS && left >= 0 ? await textOfHtml(html) : undefined;
    if (text === undefined) missing.add('its text');
    part.textContent = text ?? '';
  }
  const [plain, shown] = [false, true].map((prefersHtml) => textOf(email, prefersHtml, missing));
  if (plain?.includes('\uFFFD')) missing.add('letters that can’t be read');
  return { plain: plain ?? '', shown: shown ?? '', missing: [...missing] };
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

function textOf(part: Part, prefersHtml: boolean, missing: Set<string>): string {
  if (part.children.length === 0) return part.textContent ?? '';
  const texts = part.children.map((child) => ({ child, text: textOf(child, prefersHtml, missing) }));
  const written = texts.filter(({ text }) => text.trim() !== '');
  if (part.contentType !== 'multipart/alternative') return written.map(({ text }) => text).join('\n\n');
  // The last one is the fullest. Some programs write only a note into the plain text.
  const isPlain = ({ child }: { child: Part }) => child.contentType === 'text/plain';
  const plain = [...new Set(written.filter(isPlain).map(({ text }) => text))].join('\n\n');
  const last = written.findLast((one) => !isPlain(one))?.text ?? plain;
  const isSame = isMostlyIn(plain, last) && isMostlyIn(last, plain);
  const text = isSame && !prefersHtml ? plain : last;
  const known = new Set(wordsIn(text));
  const isMore = (other: string) =>
    !/\bhtml\b/i.test(other) &&
    [...new Set(wordsIn(other))].filter((word) => !known.has(word)).length >= NEW_WORDS;
  if (!prefersHtml && written.some((other) => isMore(other.text))) missing.add('another version of its text');
  return text;
}

function isMostlyIn(some: string, others: string): boolean {
  const known = new Set(wordsIn(others.slice(0, LONGEST_COMPARED)));
  const words = wordsIn(some.slice(0, LONGEST_COMPARED));
  return words.filter((word) => known.has(word)).length * 2 >= words.length;
}
