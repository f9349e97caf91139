import { comparison, type Evidence, type Thread } from './known-words.ts';
import {
  addressIn,
  attributionAt,
  isDivider,
  isForward,
  isForwardHead,
  isHeaderBlock,
  isHeadLine,
  isWritten,
  markedEnd,
  nextWritten,
  WROTE,
} from './quote-starts.ts';

/** What SQLite stops at, and where pictures were. */
const NOISE = /\0|\[cid:[^\]\s]{0,200}\]/g;
/** Longer texts are a bomb or a mistake. */
const MOST_READ = 200_000;
/** As long as a message that is written on a page. */
const MOST_KEPT = 10_000;
const CUT = '\n\n[Cut here. The whole email is in the mailbox.]';

/** What groups and mailing lists add at the end. */
const LIST_FOOTER = /^(?:-- ?|_{30,})\n(?:.*\n){0,3}?.*\b(?:google groups|mailing list|groups\.io)\b/im;
const LONGEST_FOOTER = 1_500;

const SIGNATURE = /^\*?-- ?\*?$/;
/** Signatures rarely have one, besides what programs add. */
const SENTENCE = /^(?!sent |\W*$)(?:\S+\s+){3,}\S+[.!?]$/i;
const MOST_OF_SIGNATURE = { lines: 10, width: 100 };
/** A line that a mail program adds, such as "Sent from my iPhone". Other words behind the device are the sender's. */
const DEVICE =
  /^\(?(?:sent|get|gesendet|von|enviado|envoyé|inviato|verzonden|verstuurd|skickat|sendt|wysłane|odesláno|lähetetty|отправлено)(?: (?:from|via|with|by|using|von|mit|met|desde|de|do|depuis|da|vanaf|från|fra|z|с))?(?: (?:the|my|an?|mi|mon|meinem|mijn|min|il mio))?(?: [\p{L}\d&-]+,?){0,3}? (?:iphone[\p{L}’']{0,4}|ipad|ipod|ios|android|blackberry|galaxy|samsung|alcatel|htc|nokia|motorola|pixel|huawei|xiaomi|smartphone|phone|cell|tablet|handheld|device|mobile|mobilgerät|pc|mac|outlook|e?-?mail|mailbox|airmail|aol|yahoo|proton\w*|spark|superhuman|windows)(?:,? (?:secure|using|for|on|an?|auf|für|from|pour|para|gesendet|app|device|phone|smartphone|mobile|mail|work|[45]g|lte|at&t|iphone|ipad|ios|android|outlook|windows|samsung|galaxy|e?mail|newton|[\w+-]*\d[\w+-]*))*\)?\s*\.?\s*(?:[<([]\s?https?:[^>)\]]*[>)\]])?$/iu;

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
  const compare = comparison(thread);
  const all = email.slice(0, MOST_READ).replaceAll(/\r\n?/g, '\n');
  const end = all.slice(-LONGEST_FOOTER);
  const footer = end.search(LIST_FOOTER);
  const lines = all.slice(0, all.length - (footer < 0 ? 0 : end.length - footer)).split('\n');
  const own: string[] = [];
  const left: string[] = [];
  let hasMore = email.length > MOST_READ;
  let hasWords = false;
  let hasMark = false;
  let isForwarded = false;
  const leaveOut = (part: readonly string[], evidence: Evidence) => {
    left.push(...part);
    hasMore ||= evidence !== 'all';
  };
  const isUnknown = (evidence: Evidence) => evidence === 'none' || evidence === 'few';
  let at = 0;
  while (at < lines.length) {
    const attribution = attributionAt(lines, at);
    const start = attribution > 0 ? nextWritten(lines, at + attribution) : at;
    const end = markedEnd(lines, start);
    if (end > start) {
      const head = lines.slice(at, start);
      const part = lines.slice(start, end).map((line) => line.replace(/^[\s>]+/, ''));
      const evidence = compare(withoutHeads(part));
      at = end;
      const isCited = evidence === 'none' && attribution === 0 && /:\s*$/.test(own.findLast(isWritten) ?? '');
      const isTheirs = isForwarded || thread.isForward || isForwardHead(part, thread.parties);
      if (isCited || (isTheirs && isUnknown(evidence))) own.push(...head, ...part);
      else leaveOut([...head, ...part], evidence);
      continue;
    }
    // Below nothing, it is all that they wrote. Between two marks, it is a text with marks.
    const isMark = SIGNATURE.test(lines[at] ?? '');
    const signature = isMark && hasWords && !hasMark && !isForwarded ? signatureEnd(lines, at) : at;
    hasMark ||= isMark;
    if (signature > at) {
      const part = lines.slice(at, signature);
      leaveOut(part, part.some((line) => SENTENCE.test(line)) ? 'none' : 'all');
      at = signature;
      continue;
    }
    isForwarded ||= isForward(lines, at);
    if (attribution > 0 || isDivider(lines[at] ?? '') || isHeaderBlock(lines, at)) {
      const below = attribution > 0 ? at + attribution : headEnd(lines, at);
      const head = lines.slice(at, below);
      const sender = addressIn(head.join(' '));
      // "Bob wrote:" begins a quote of Bob. Else, it is as likely the sender's own sentence.
      const isOpen = thread.parties !== undefined && !(attribution > 0 && WROTE.test(head.join(' ')));
      const isForeign = isOpen && sender !== undefined && !thread.parties?.includes(sender);
      const isTheirs = isForwarded || thread.isForward || (isOpen && sender === undefined);
      if (!isForeign && !(isTheirs && isUnknown(compare(lines.slice(below, nextQuote(lines, below)))))) {
        leaveOut(lines.slice(at), compare(withoutHeads(lines.slice(at))));
        break;
      }
      own.push(...head);
      isForwarded = true;
      hasWords = true;
      at = below;
      continue;
    }
    own.push(lines[at]?.trimEnd() ?? '');
    hasWords ||= isWritten(lines[at]);
    at += 1;
  }
  while (own.length > 0 && isNothing(own.at(-1))) left.push(own.pop() ?? '');
  const withPlaces = own.join('\n');
  const words = withPlaces
    .replaceAll(NOISE, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return {
    text: words.length > MOST_KEPT ? words.slice(0, MOST_KEPT - CUT.length).toWellFormed() + CUT : words,
    hasMore,
    withPlaces,
    leftOut: picturesIn(left.join('\n')),
  };
}

/** The IDs of the pictures whose places are in a text. */
export const picturesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\[cid:([^\]\s]{1,200})\]/g)].map(([, id = '']) => id));

const isNothing = (line = ''): boolean =>
  /^\s*[-_=]{5,}\s*$|^\s*$/.test(line) || DEVICE.test(line.trim().slice(0, 300));

/** A quote without the lines that mail programs write above and below it. */
function withoutHeads(lines: readonly string[]): string[] {
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const attribution = attributionAt(lines, at);
    if (attribution > 0) at += attribution - 1;
    else if (isHeaderBlock(lines, at)) {
      const end = headEnd(lines, at);
      rest.push(...lines.slice(at, end).filter((head) => !isHeadLine(head)));
      at = end - 1;
    } else if (!isDivider(line) && !isNothing(line)) rest.push(line);
  }
  return rest;
}

/** Where the header of a quote ends that begins here, perhaps with a line drawn above it. */
function headEnd(lines: readonly string[], at: number): number {
  const from = isDivider(lines[at] ?? '') ? nextWritten(lines, at + 1) : at;
  if (!isHeaderBlock(lines, from)) return at + 1;
  let end = from;
  while (end < from + 12 && isWritten(lines[end])) end += 1;
  return end;
}

function nextQuote(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !startsQuote(lines, at)) at += 1;
  return at;
}

/** Where a signature that begins at this line ends: at the next quote. The same line if it is none. */
function signatureEnd(lines: readonly string[], from: number): number {
  let count = 0;
  for (let at = from + 1; at <= lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (at === lines.length || startsQuote(lines, at)) return at;
    if (!isWritten(line)) continue;
    count += 1;
    const isLong = count > MOST_OF_SIGNATURE.lines || line.length > MOST_OF_SIGNATURE.width;
    if (isLong || SIGNATURE.test(line)) return from;
  }
  return from;
}

const startsQuote = (lines: readonly string[], at: number): boolean =>
  attributionAt(lines, at) > 0 ||
  markedEnd(lines, at) > at ||
  isDivider(lines[at] ?? '') ||
  isForward(lines, at) ||
  isHeaderBlock(lines, at);
