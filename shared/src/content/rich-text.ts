export type RichPart = { text: string; href?: string; isEmphasized?: boolean };

const MARK = /\*(?!\s)([^*]+)(?<!\s)\*|\[([^[\]]+)\]\(([^()\s]+)\)/g;

/** A path on this site, or an address that is safe to open. `//` and `\` would lead to other sites. */
const LINK = /^(?:\/(?!\/)[^\\]*|https:\/\/[^\\/][^\\]*|mailto:[^\\:/]+@[^\\:/]+|tel:\+?[\d-]+)$/;

/** The parts of a rich text. A link that isn't allowed stays as it was written. */
export function richParts(text: string): RichPart[] {
  const parts: RichPart[] = [];
  let end = 0;
  for (const { 0: mark, 1: emphasis, 2: label = '', 3: href, index } of text.matchAll(MARK)) {
    if (href !== undefined && !LINK.test(href)) continue;
    parts.push({ text: text.slice(end, index) });
    parts.push(href === undefined ? { text: emphasis ?? '', isEmphasized: true } : { text: label, href });
    end = index + mark.length;
  }
  parts.push({ text: text.slice(end) });
  return parts.filter((part) => part.text !== '');
}
