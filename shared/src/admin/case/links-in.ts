import { parseUrl } from '../../contracts/parse-url.ts';

export type TextPiece = { text: string; href?: string };

/** Punctuation that ends a sentence and is not part of a URL. */
const TRAILING_PUNCTUATION = `.,;:!?)]}>"'`;

/** Splits text into pieces. URLs have an `href`. The pieces joined are the original text. */
export function linksIn(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const add = (piece: TextPiece) => {
    const last = pieces.at(-1);
    if (last && !last.href && !piece.href) last.text += piece.text;
    else if (piece.text) pieces.push(piece);
  };
  for (const word of text.split(/(\s+)/)) {
    const address = trimPunctuation(word);
    const href = webAddress(address);
    if (href) {
      add({ text: address, href });
      add({ text: word.slice(address.length) });
    } else add({ text: word });
  }
  return pieces;
}

/** Removes trailing punctuation. A regular expression would take minutes for 100,000 dots. */
function trimPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && TRAILING_PUNCTUATION.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/**
 * Returns null unless the URL is http or https. URLs with credentials are rejected because they can imitate
 * another host.
 */
function webAddress(word: string): string | null {
  // Parsing a URL is slow, and long texts have many words without a colon.
  if (!word.includes(':')) return null;
  const url = parseUrl(word);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.username || url.password ? null : url.href;
}
