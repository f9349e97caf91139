/** "wrote" in the languages and programs that we know, at the end of "On Monday Ada <ada@…> wrote:" or after its time. */
const WROTE =
  /\b(?:wrote|writes|schrieb|escribió|a écrit|ha scritto|schreef|escreveu|skrev|napisała?|napsala?|kirjoitti)(?![\p{L}])|[\s)>](?:написала?|пише|писал|пишет|写道|寫道|のメール|に書きました)|&lt;/iu;
const ADDRESS = /[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+/;
const CLOCK = /\d[:.h]\d\d/;
const YEAR = /\b(?:19|20)\d\d(?!\d)/;
/** "On Sat, Nov 21, 2026" */
const BEGINNING = /^(?:[-*_\s]*)(?:\p{L}{1,5} )?(?:\p{L}{2,10}[.,]* ){0,3}\d.*[^.!?]$/iu;
const DATE = /\d\D{1,16}(?:19|20)\d\d\b|\b(?:19|20)\d\d\D{1,3}\d|\d[./-]\d{1,2}[./-]\d\d/u;
/** A time that no person writes: "2026-11-21 10:00 GMT+01:00 Ada" */
const ZONED = /^\d{4}-\d\d-\d\d \d\d:\d\d \S*[+-]\d\d:?\d\d /;
/** An attribution is broken into at most this many lines. */
const ATTRIBUTION_LINES = 4;
const ORIGINAL =
  /^[-_*=\s]{2,}(?:original|urspr|mensa\S+ original|messag\S+ d.origine|messag\S+ original|oorspronkelijk|origineel|opprinnelig|oprindelig|alkuper|oryginaln|původní|исходное|原|eredeti|orijinal)/iu;
const DASHED = /^[-_*=]{2,}\s?[^\s\-_*=].{0,80}[-_*=]{2,}$/u;
/** A line of a header, in any program and language. */
const LABEL = /^[*_]{0,2}\p{L}[\p{L} '’.-]{0,24}[*_]?\s?[:：][*_]{0,2}\s*\S/u;
const LABELS = 3;
const HEADER_LINES = 12;

/** What stands above a quoted or forwarded email. */
export type Head = {
  /** Where the email itself begins. */
  end: number;
  /** "Bob wrote:" begins a quote of Bob. */
  kind: 'attribution' | 'header' | 'forward';
  /** The first address in it. */
  sender: string | undefined;
  isWrote: boolean;
};

const isMarkedLine = (line = ''): boolean => /^\s*(?:>|\|(?: |$))/.test(line);
export const withoutMark = (line: string): string => line.replace(/^(?:[\s>]|\|(?: |$))+/, '');
export const isWritten = (line = ''): boolean => line.trim() !== '';

/** The next line with something in it. */
export function nextWritten(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !isWritten(lines[at])) at += 1;
  return at;
}

/** Where the lines with the marks of a quote end that begin here. The same line if there are none. */
export function markedEnd(lines: readonly string[], from: number): number {
  let at = from;
  for (let next = from; isMarkedLine(lines[next]); next = nextWritten(lines, at)) at = next + 1;
  return at;
}

/** What begins a quote or a forwarded email at this line, perhaps with a line drawn above it. */
export function headAt(lines: readonly string[], at: number): Head | undefined {
  const line = lines[at]?.trim() ?? '';
  const make = (end: number, kind: Head['kind']): Head => {
    const text = lines.slice(at, end).join(' ');
    const [sender] = /[^\s<>@:;[\]()"']+@[^\s<>@:;[\]()"']+/.exec(text) ?? [];
    return { end, kind, sender: sender?.toLowerCase(), isWrote: kind === 'attribution' && WROTE.test(text) };
  };
  const attribution = attributionEnd(lines, at);
  if (attribution > at) return make(attribution, 'attribution');
  const isOriginal = line.length <= 100 && ORIGINAL.test(line);
  const isDrawn = isOriginal || (line.length <= 100 && DASHED.test(line));
  const from = isDrawn ? nextWritten(lines, at + 1) : at;
  const end = headerEnd(lines, from, isOriginal ? 1 : isDrawn ? 2 : LABELS);
  if (end > from) {
    // "Begin forwarded message:" in any language.
    const above = lines.slice(Math.max(0, at - 2), at).findLast(isWritten);
    const isForward = isDrawn ? !isOriginal : /[:：]\s*$/.test(above ?? '');
    return make(end, isForward ? 'forward' : 'header');
  }
  return isOriginal ? make(at + 1, 'header') : undefined;
}

/**
 * Where an attribution ends that begins here, such as "On Monday Ada <ada@…> wrote:". The same line if there is none. What
 * follows has marks, or the attribution has a time or an address. Otherwise, it is somebody's own sentence.
 */
function attributionEnd(lines: readonly string[], at: number): number {
  const parts: string[] = [];
  for (let next = at; next < lines.length && parts.length < ATTRIBUTION_LINES; next += 1) {
    const isBroken = () => parts.join(' ').split('<').length > parts.join(' ').split('>').length;
    const written = parts.length > 0 ? nextWritten(lines, next) : next;
    const line = lines[written]?.trim() ?? '';
    if (written > next && !line.startsWith('<') && !isBroken()) return at;
    if (!line || line.length > 300) return at;
    if (line.startsWith('>') && !(/^>\s?(?:wrote)?[:：]$/.test(line) && isBroken())) return at;
    next = written;
    parts.push(line);
    if (parts.length === 1 && ZONED.test(line)) return next + 1;
    const isEnd = /[:：]$|\bwrote\W*$|-{2,}$/iu.test(line);
    if (!isEnd && !/<\S+@\S+>$/.test(line)) continue;
    const isMarked = isMarkedLine(lines[nextWritten(lines, next + 1)]);
    // It begins with its time, or where it is shortest.
    const isBeginning = BEGINNING.test(parts[0] ?? '') && DATE.test(parts[0] ?? '');
    if (!isEnd && !(isBeginning && isMarked && !isBroken())) continue;
    const shorter = isBeginning ? [] : parts.slice(1).map((_, from) => parts.slice(from + 1));
    if (isAttribution(parts, isMarked) && !shorter.some((rest) => isAttribution(rest, isMarked)))
      return next + 1;
  }
  return at;
}

function isAttribution(parts: readonly string[], isMarked: boolean): boolean {
  const text = parts.join(' ');
  const hasAddress = ADDRESS.test(text);
  const hasClock = CLOCK.test(text);
  return WROTE.test(text) ? isMarked || hasAddress || hasClock : hasAddress && (YEAR.test(text) || hasClock);
}

/**
 * Where a block such as that of Outlook ends. The same line if there is none. It names a time, or an address and a date.
 */
function headerEnd(lines: readonly string[], from: number, least: number): number {
  const near = lines.slice(from, from + LABELS + 2).map((line) => line.trim().slice(0, 300));
  const labels = near.slice(0, near.indexOf('') >>> 0).filter((line) => LABEL.test(line));
  if (labels.length < least || !isHeadLine(near[0] ?? '')) return from;
  const text = labels.join('\n');
  const hasSource =
    labels.some((line) => YEAR.test(line) && CLOCK.test(line)) || (ADDRESS.test(text) && DATE.test(text));
  if (least === LABELS && !hasSource) return from;
  let end = from;
  while (end < from + HEADER_LINES && isWritten(lines[end])) end += 1;
  return end;
}

/** Whether a line among those of a header is one of it: it has a label, or goes on with addresses. */
export const isHeadLine = (line: string): boolean =>
  LABEL.test(line.trim()) || ADDRESS.test(line.slice(0, 300));
