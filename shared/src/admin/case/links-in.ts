export type TextPiece = { text: string; href?: string };

/** Punctuation that ends a sentence rather than an address. */
const AFTER = `.,;:!?)]}>"'`;

/** Splits a text into pieces; those that are web addresses have an `href`. Joined, they are the text again. */
export function linksIn(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const add = (piece: TextPiece) => {
    const last = pieces.at(-1);
    if (last && !last.href && !piece.href) last.text += piece.text;
    else if (piece.text) pieces.push(piece);
  };
  for (const word of text.split(/(\s+)/)) {
    const address = withoutEnd(word);
    const href = webAddress(address);
    if (href) {
      add({ text: address, href });
      add({ text: word.slice(address.length) });
    } else add({ text: word });
  }
  return pieces;
}

/** Goes back from the end: an expression that looks for it would take minutes over a hundred thousand dots. */
function withoutEnd(word: string): string {
  let end = word.length;
  while (end > 0 && AFTER.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** Null unless it is http or https. An address that carries a login is none: it can pass for another host's. */
function webAddress(word: string): string | null {
  // Parsing is dear, and a book has many words without a colon.
  if (!word.includes(':')) return null;
  const url = URL.parse(word);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.username || url.password ? null : url.href;
}
