import { linesOf } from '@northlight/shared/contracts/lines.ts';
import { Eta } from 'eta';
import { sourceFile } from '../base/paths.ts';
import type { EmailContent, Words } from './blocks.ts';
import { blockText, type Business } from './email-text.ts';

const eta = new Eta({ views: sourceFile('email/templates'), cache: true });

/** Gmail cuts emails at about 102 KB. Some were cut at 99. */
const MOST_BYTES = 90_000;
/** If more characters than a phone shows at once come before the first button, it is at the top as well. */
const FAR = 500;
/** Numbers of orders and documents stay in one line in programs that know `white-space`. */
const NUMBERS = /(?:ORD|INV|CN|Q)-\d+/g;

/**
 * Renders the HTML part. Many email programs ignore `<style>` and `white-space`: docs/email-html.md says which. `bars`: a
 * color on light and one on dark ground for each service. In an email that would be too long, long texts are cut.
 */
export function emailHtml(letter: EmailContent, business: Business, bars: Record<string, string[]>): string {
  const first = letter.blocks.findIndex(({ kind }) => kind === 'action' || kind === 'step');
  const isFar = letter.blocks.slice(0, first).map(blockText).join('').length > FAR;
  const top = isFar && letter.blocks[first]?.kind === 'action' ? letter.blocks[first] : null;
  let html = '';
  for (let most = MOST_BYTES; most > 1; most /= 2) {
    const words = (parts: readonly Words[]) => wordsHtml(parts, most);
    const paragraphs = (parts: readonly Words[]) =>
      `<p style="margin:0">${words(parts)
        .replaceAll('\n\n', '</p><p style="margin:12px 0 0">')
        .replaceAll('\n', '<br>')}</p>`;
    html = eta.render('./email', { letter, business, bars, top, words, paragraphs });
    if (Buffer.byteLength(html) <= MOST_BYTES) break;
  }
  return html;
}

/** Escaped words with their line breaks, each line marked by itself. Of several spaces, all are kept. */
function wordsHtml(parts: readonly Words[], most: number): string {
  const html = parts.map((part) => {
    const [text, start, end] =
      typeof part === 'string'
        ? [part, '', '']
        : 'strong' in part
          ? [part.strong, '<strong>', '</strong>']
          : [part.userText, '<span dir="auto">', '</span>'];
    const lines = linesOf(beginning(text, most).replaceAll('\t', '    '));
    const tidy = lines.map((line, index) => (index < lines.length - 1 ? line.trimEnd() : line)).join('\n');
    return eta.config
      .escapeFunction(tidy.replaceAll(/(?<=\n) | (?= )/g, '\u00A0'))
      .replaceAll(NUMBERS, '<span style="white-space:nowrap">$&</span>')
      .replaceAll(/.+/g, `${start}$&${end}`);
  });
  return html.join('');
}

/** At most this many characters of a text, without a part of a word or of a character at the end. */
const beginning = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text.slice(0, most).replace(/\S{0,40}$/u, '')}…\n\n[Use the button above to read the rest.]`;
