import { comparison, type Evidence, type Thread } from './known-words.ts';
import {
  attributionAt,
  isDivider,
  isForward,
  isForwardHead,
  isHeaderBlock,
  isWritten,
  markedEnd,
  nextWritten,
} from './quote-starts.ts';

/** What SQLite stops at, and where pictures were. */
const NOISE = /\0|\[cid:[^\]\s]{0,200}\]/g;
/** Longer texts are a bomb or a mistake. */
const MOST_READ = 200_000;
/** As long as a message that is written on a page. */
const MOST_KEPT = 10_000;
const CUT = '\n\n[Cut here. The whole email is in the mailbox.]';

const SIGNATURE = /^\*?-- ?\*?$/;
const MOST_OF_SIGNATURE = { lines: 10, width: 100 };
/** A line that a mail program adds, such as "Sent from my iPhone". Other words behind the device are the sender's. */
const DEVICE =
  /^\(?(?:sent|get|gesendet|von|enviado|envoyé|inviato|verzonden|skickat|sendt)(?: (?:from|via|with|by|using|von|mit|met|desde|de|depuis|da|vanaf|från|fra))?(?: (?:the|my|an?|mi|mon|meinem|mijn|min|il mio))?(?: [\p{L}\d&-]+,?){0,3}? (?:iphone|ipad|ipod|ios|android|blackberry|galaxy|samsung|alcatel|htc|nokia|motorola|pixel|huawei|xiaomi|smartphone|phone|cell|tablet|handheld|device|mobile|mobilgerät|pc|mac|outlook|e?-?mail|mailbox|airmail|aol|yahoo|proton\w*|spark|superhuman|windows)(?:,? (?:for|on|an?|auf|für|from|pour|para|gesendet|app|device|phone|smartphone|mobile|mail|work|[45]g|lte|at&t|iphone|ipad|ios|android|outlook|windows|samsung|galaxy|[\w+-]*\d[\w+-]*))*\)?\s*(?:[<([]https?:[^>)\]]*[>)\]])?$/iu;

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
  const lines = email.slice(0, MOST_READ).replaceAll(/\r\n?/g, '\n').split('\n');
  const own: string[] = [];
  const left: string[] = [];
  let hasMore = email.length > MOST_READ;
  let isAnswer = true;
  let hasWords = false;
  const leaveOut = (part: readonly string[], evidence: Evidence, isMarked: boolean) => {
    left.push(...part);
    isAnswer &&= evidence === 'all';
    // Answers are written into a quote, too.
    hasMore ||= evidence === 'none' ? !isMarked : evidence !== 'all';
  };
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
      const isForeignText = evidence === 'none' || evidence === 'few';
      if (isForeignText && isForwardHead(part, thread.parties)) own.push(...head, ...part);
      else leaveOut([...head, ...part], evidence, !isForeign(head, thread));
      continue;
    }
    // Below nothing, it is all that they wrote.
    const signature = hasWords ? signatureEnd(lines, at) : at;
    if (signature > at) {
      left.push(...lines.slice(at, signature));
      at = signature;
      continue;
    }
    const isForwarded = isForward(lines, at);
    if (isForwarded || attribution > 0 || isDivider(lines[at] ?? '') || isHeaderBlock(lines, at)) {
      const part = lines.slice(at);
      const evidence = compare(withoutHeads(part));
      const isTheirs =
        isForwarded || thread.isForward || (thread.parties && isForwardHead(part, thread.parties));
      if (evidence === 'all' || evidence === 'some' || !isTheirs) {
        leaveOut(part, evidence, false);
        break;
      }
      own.push(...part);
      break;
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
    // A quote alone is what they want to show.
    hasMore: hasMore || (words === '' && !isAnswer),
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
    else if (isHeaderBlock(lines, at)) at = Math.max(at, nextBlank(lines, at) - 1);
    else if (!isDivider(line) && !isNothing(line)) rest.push(line);
  }
  return rest;
}

function nextBlank(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && at < from + 12 && isWritten(lines[at])) at += 1;
  return at;
}

/** Whether an attribution names somebody who does not take part in the conversation. */
const isForeign = (head: readonly string[], { parties }: Thread): boolean => {
  const [address] = /[^\s<>@"'()[\]:;]+@[^\s<>@"'()[\]:;]+/.exec(head.join(' ')) ?? [];
  return parties !== undefined && address !== undefined && !parties.includes(address.toLowerCase());
};

/** Where a signature that begins at this line ends: at the next quote. The same line if it is none. */
function signatureEnd(lines: readonly string[], from: number): number {
  if (!SIGNATURE.test(lines[from] ?? '')) return from;
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
