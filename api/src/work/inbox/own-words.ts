import { comparison, type Thread } from './known-words.ts';
import {
  headAt,
  isHeadLine,
  isWritten,
  markedEnd,
  nextWritten,
  withoutMark,
  type Head,
} from './quote-starts.ts';

/** What SQLite stops at, and where pictures were. */
const NOISE = /\0|\[cid:[^\]\s]{0,200}\]/g;
/** Longer texts are a bomb or a mistake. */
const MOST_READ = 200_000;
/** As long as a message that is written on a page. */
const MOST_KEPT = 10_000;
const CUT = '\n\n[Cut here. The whole email is in the mailbox.]';

/** What groups and mailing lists add at the end. */
const LIST = /\b(?:google groups|mailing list|groups\.io|unsubscribe|view this discussion)\b/i;
const LIST_FOOTER = /^(?:-- ?|_{30,})\n(?:.*\n){0,3}?.*\b(?:google groups|mailing list|groups\.io)\b/im;
const LONGEST_FOOTER = 1_500;

const SIGNATURE = /^\*?-- ?\*?$/;
/** A signature has names, places, and numbers. This is a sentence, or words that nobody writes in capitals. */
const SAID =
  /^p\.? ?s\b|^(?!.*[@/\d])(?:.* )?(?!(?:of|and|at|for|in|the|de|und|et|y|e|von|la|le)\b)\p{Ll}\S* (?:.* )?(?!(?:of|and|at|for|in|the|de|und|et|y|e|von|la|le)\b)\p{Ll}+|^(?:\S+\s+){3,}\S+[.!?]$/u;
const MOST_OF_SIGNATURE = { lines: 10, width: 100 };

/** How a line begins or ends that a mail program adds, such as "Sent from my iPhone". */
const SENT =
  /^(?:sent|get(?=.* for )|gesendet|enviado|envoyé|inviato|verzonden|verstuurd|skickat|sendt|wysłane|odesláno|lähetetty|отправлено|from my)(?!\p{L})|(?<!\p{L})(?:von|mit) .*gesendet\W*$|傳送$|^\S+ from mobile$/iu;
/** What it is sent from or with. */
const DEVICE =
  /[\p{L}\d-]*(?:iphone|ipad|ipod|android|blackberry|galaxy|samsung|alcatel|nokia|motorola|pixel|huawei|xiaomi|phone|tablet|handheld|device|mobil|outlook|mail|yahoo|proton|spark|superhuman|windows|(?<!\p{L})(?:aol|cell|htc|ios|mac)(?!\p{L})|\p{L}-?\d)[\p{L}\d’'-]*/giu;
/** Other words of such a line. */
const BETWEEN =
  /(?<!\p{L})(?:the|my|an?|mi|mon|meinem|mijn|min|il|mio|from|via|with|by|using|on|for|von|mit|met|desde|depuis|partir|à|de|do|da|vanaf|från|fra|auf|für|pour|para|diese|nachricht|wurde|app|secure|work|pc|lte|at|t|z|с)(?!\p{L})|從我的/giu;
const EXCUSE =
  /[.,] *(?:please )?(?:excuse|forgive|pardon|sorry)\b.*(?:typo|brevity|brief|error|spelling).*$/i;
const LINK = /[<[(]*\s?https?:\S*/gi;

export type OwnWords = {
  text: string;
  /** Something is left out that is neither of the conversation nor the sender's signature. */
  hasMore: boolean;
  /** The same with the places of pictures. */
  withPlaces: string;
  /** The IDs of the pictures that are left out with the rest. */
  leftOut: ReadonlySet<string>;
};

/**
 * What the sender of an email wrote: without the quoted email, their signature after "-- ", and "Sent from my phone".
 * Words below or between quotes stay, and so does what they forward. Takes linear time.
 */
export function ownWords(email: string, thread: Thread = {}): OwnWords {
  const { parties } = thread;
  const compare = comparison(thread);
  const isUnknown = (part: readonly string[]) => {
    const { words, news } = compare(withoutHeads(part));
    return news * 2 > words;
  };
  const isForeign = (head?: Head) =>
    head !== undefined && !head.isWrote && !(head.sender && parties?.includes(head.sender));
  const all = email.slice(0, MOST_READ).replaceAll(/\r\n?/g, '\n');
  const end = all.slice(-LONGEST_FOOTER);
  const footer = end.search(LIST_FOOTER);
  const lines = all.slice(0, all.length - (footer < 0 ? 0 : end.length - footer)).split('\n');
  const own: string[] = [];
  const quoted: string[] = [];
  const signature = footer < 0 ? [] : end.slice(footer).split('\n');
  let hasMore = email.length > MOST_READ;
  let isForwarded = thread.isForward ?? false;
  let hasWords = false;
  let hasMark = false;
  /** Below nothing, an unmarked quote has the words of the sender. So all stays that is not of the conversation. */
  let isMixed = false;
  const keep = (head: readonly string[], part: readonly string[]) => {
    if (isForwarded) own.push(...head);
    else hasMore ||= head.length > 0;
    own.push(...part);
    hasWords = true;
  };
  let at = 0;
  while (at < lines.length) {
    const head = headAt(lines, at);
    const start = head?.kind === 'attribution' ? nextWritten(lines, head.end) : at;
    const marked = markedEnd(lines, start);
    if (marked > start) {
      const part = lines.slice(start, marked).map(withoutMark);
      const inner = headAt(part, nextWritten(part, 0));
      const isTheirs = isForwarded || isMixed || (inner?.kind !== 'attribution' && isForeign(inner));
      // Without a head, and above all quotes, it is a text from elsewhere.
      const isCited = !head && !inner && quoted.length === 0;
      if ((isTheirs || isCited) && isUnknown(part)) keep(lines.slice(at, start), part);
      else quoted.push(...part);
      at = marked;
      continue;
    }
    // Below nothing, it is all that they wrote. Between two marks, it is a text with marks.
    const isMark = SIGNATURE.test(lines[at] ?? '');
    const below = isMark && hasWords && !hasMark && !isForwarded ? signatureEnd(lines, at) : at;
    hasMark ||= isMark;
    if (below > at) {
      signature.push(...lines.slice(at, below));
      at = below;
      continue;
    }
    if (head) {
      const body = markedEnd(lines, nextWritten(lines, head.end));
      const part = lines.slice(head.end, nextHead(lines, body)).map(withoutMark);
      const isForward = head.kind === 'forward' || (parties !== undefined && isForeign(head));
      if (!(isForwarded || isForward || isMixed || !hasWords) || !isUnknown(part)) {
        quoted.push(...lines.slice(at));
        break;
      }
      isForwarded ||= isForward;
      isMixed = true;
      keep(lines.slice(at, head.end), []);
      at = head.end;
      continue;
    }
    own.push(lines[at]?.trimEnd() ?? '');
    hasWords ||= isWritten(lines[at]);
    at += 1;
  }
  while (own.length > 0 && isNothing(own.at(-1))) own.pop();
  hasMore ||= signature.some((line) => SAID.test(line) && !LIST.test(line) && !isDevice(line));
  hasMore ||= compare(withoutHeads(quoted)).news > 0;
  const withPlaces = own.join('\n');
  const words = withPlaces
    .replaceAll(NOISE, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return {
    text: words.length > MOST_KEPT ? words.slice(0, MOST_KEPT - CUT.length).toWellFormed() + CUT : words,
    hasMore,
    withPlaces,
    leftOut: new Set([...picturesIn(email)].filter((id) => !withPlaces.includes(`[cid:${id}]`))),
  };
}

/** The IDs of the pictures whose places are in a text. */
export const picturesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\[cid:([^\]\s]{1,200})\]/g)].map(([, id = '']) => id));

/** Of dashes only, or with the mark of a program that follows emails, or a line such as "Sent from my iPhone". */
const isNothing = (line = ''): boolean => /^\s*[-_=]{5,}\s*$|^[\sᐧ]*$/.test(line) || isDevice(line);

/** A mail program's line says that the email was sent, and from which device, with at most three names of it. */
function isDevice(line: string): boolean {
  const text = line
    .slice(0, 300)
    .replaceAll(LINK, ' ')
    .replace(EXCUSE, '')
    .replaceAll(/[^\p{L}\p{N}’' .,-]/gu, ' ')
    .trim();
  const rest = text.replace(SENT, ' ').replaceAll(DEVICE, ' ').replaceAll(BETWEEN, ' ');
  return (
    SENT.test(text) &&
    text.search(DEVICE) >= 0 &&
    /^[\s.,-]*(?:[\p{Lu}\d][\p{L}\d]*[\s.,-]*){0,3}$/u.test(rest)
  );
}

/** A quote without the lines that mail programs write above and below it. */
function withoutHeads(lines: readonly string[]): string[] {
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const head = headAt(lines, at);
    const line = lines[at] ?? '';
    if (head) {
      if (head.kind !== 'attribution')
        rest.push(...lines.slice(at + 1, head.end).filter((one) => !isHeadLine(one)));
      at = head.end - 1;
    } else if (!isNothing(line)) rest.push(line);
  }
  return rest;
}

/** The next line at which a quote begins. */
function nextHead(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !headAt(lines, at) && markedEnd(lines, at) === at) at += 1;
  return at;
}

/** Where a signature that begins at this line ends: at the next quote. The same line if it is none. */
function signatureEnd(lines: readonly string[], from: number): number {
  const end = nextHead(lines, from + 1);
  const written = lines.slice(from + 1, end).filter(isWritten);
  const isLong = written.some((line) => line.length > MOST_OF_SIGNATURE.width || SIGNATURE.test(line));
  return isLong || written.length > MOST_OF_SIGNATURE.lines ? from : end;
}
