/** "wrote" in the languages and programs that we know, at the end of "On Monday Ada <ada@…> wrote:" or after its time. */
export const WROTE =
  /\b(?:wrote|writes|schrieb|escribió|a écrit|ha scritto|schreef|escreveu|skrev|napisała?|napsala?|kirjoitti)(?![\p{L}])|[\s)>](?:написала?|пише|писал|пишет|写道|寫道|のメール|に書きました)|&lt;/iu;
const ADDRESS = /[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+/;
const CLOCK = /\d[:.h]\d\d/;
const YEAR = /\b(?:19|20)\d\d\b/;
/** "On Sat, Nov 21, 2026" */
const BEGINNING = /^(?:[-*_\s]*)(?:\p{L}{1,5} )?(?:\p{L}{2,10}[.,]* ){0,3}\d.*[^.!?]$/iu;
const DATE = /\d\D{1,16}(?:19|20)\d\d\b|\b(?:19|20)\d\d\D{1,3}\d|\d[./-]\d{1,2}[./-]\d\d/u;
/** An attribution is broken into at most this many lines. */
const ATTRIBUTION_LINES = 3;
const ORIGINAL =
  /^[-_*=\s]{2,}(?:original|urspr|mensa\S+ original|messag\S+ d.origine|messag\S+ original|oorspronkelijk|origineel|opprinnelig|oprindelig|alkuper|oryginaln|původní|исходное|原|eredeti|orijinal)/iu;
const FORWARD =
  /forwarded (?:message|email)|weitergeleitete|message (?:transféré|réexpédié)|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|mensagem (?:re)?encaminhada|vidarebefordrat|videresendt/iu;
const DASHED = /^[-_*=]{2,}\s?[^\s\-_*=].{0,80}[-_*=]{2,}$/u;
/** How Outlook quotes: a block that begins with three of these. */
const HEADER =
  /^\*{0,2}(?:from|sent|date|to|cc|subject|reply-to|importance|von|gesendet|datum|an|betreff|de|enviado(?: el)?|enviada em|fecha|data|para|asunto|assunto|envoyé|à|objet|da|risposta|inviato|a|oggetto|van|verzonden|aan|onderwerp|från|skickat|till|ämne|fra|sendt|til|emne|od|wysłano|do|temat|odesláno|komu|předmět|от|отправлено|кому|тема|дата)\*?\s?[:：]\*{0,2}\s/iu;
const HEADER_LINES = 3;
/** Of any program and language. */
const LABEL = /^[*_]?\p{L}[\p{L} '’.-]{0,24}[*_]?\s?[:：][*_]?\s*\S/u;
const LABELS_WITHIN = 8;

const isMarkedLine = (line = ''): boolean => /^\s*>/.test(line);
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

/**
 * How many lines an attribution at this line takes, such as "On Monday Ada <ada@…> wrote:". 0 if there is none. What
 * follows has marks, or the attribution has a time or an address. Otherwise, it is somebody's own sentence.
 */
export function attributionAt(lines: readonly string[], at: number): number {
  const parts: string[] = [];
  for (let length = 1; length <= ATTRIBUTION_LINES; length += 1) {
    const line = lines[at + length - 1]?.trim();
    if (!line || line.length > 300) return 0;
    const isClosing = () => /^>\s?(?:wrote)?[:：]$/.test(line) && /<[^>]*$/.test(parts.at(-1) ?? '');
    if (line.startsWith('>') && !isClosing()) return 0;
    parts.push(line);
    if (!/[:：]$|\bwrote\W*$|-{2,}$/iu.test(line)) continue;
    const isMarked = isMarkedLine(lines[nextWritten(lines, at + length)]);
    // It begins with its time, or where it is shortest.
    const isBeginning = BEGINNING.test(parts[0] ?? '') && DATE.test(parts[0] ?? '');
    const shorter = isBeginning ? [] : parts.slice(1).map((_, from) => parts.slice(from + 1));
    if (isAttribution(parts, isMarked) && !shorter.some((rest) => isAttribution(rest, isMarked)))
      return length;
  }
  return 0;
}

function isAttribution(parts: readonly string[], isMarked: boolean): boolean {
  const text = parts.join(' ');
  const hasAddress = ADDRESS.test(text);
  const hasVerb = WROTE.test(text);
  const hasClock = CLOCK.test(text);
  return (hasVerb && (isMarked || hasAddress || hasClock)) || (hasAddress && (YEAR.test(text) || hasClock));
}

/** Whether a block such as that of Outlook begins here. Its sender has an address, or its date has a year. */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!HEADER.test(lines[at]?.trim() ?? '')) return false;
  const near = lines.slice(at, at + HEADER_LINES + 2);
  const block = near.slice(0, near.findIndex((line) => !isWritten(line)) >>> 0);
  const heads = block.filter((line) => HEADER.test(line.trim()));
  const hasSource = ADDRESS.test(block[0] ?? '') || heads.some((line) => YEAR.test(line));
  return heads.length >= HEADER_LINES && hasSource;
}

/** "-----Original Message-----" */
export const isDivider = (line: string): boolean => ORIGINAL.test(line.trim()) && line.length < 100;

/** Whether a forwarded email begins at this line, in any language that draws a line or that we know. */
export function isForward(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? '';
  if (line.length > 100 || ORIGINAL.test(line) || !(DASHED.test(line) || FORWARD.test(line))) return false;
  return labels(lines.slice(at + 1)).length >= 2;
}

/** Whether an email of somebody who is not one of `parties` begins here, with its header. */
export function isForwardHead(lines: readonly string[], parties: readonly string[] = []): boolean {
  const found = labels(lines);
  const sender = addressIn(found.join(' '));
  return found.length >= HEADER_LINES && sender !== undefined && !parties.includes(sender);
}

/** The first address in a text, in lower case. */
export const addressIn = (text: string): string | undefined =>
  /[^\s<>@:;[\]()"']+@[^\s<>@:;[\]()"']+/.exec(text)?.[0].toLowerCase();

/** Whether a line among those of a header is one of it: it has a label, or goes on with addresses. */
export const isHeadLine = (line: string): boolean => LABEL.test(line.trim()) || ADDRESS.test(line);

const labels = (lines: readonly string[]): string[] =>
  lines
    .slice(0, LABELS_WITHIN * 2)
    .filter(isWritten)
    .slice(0, LABELS_WITHIN)
    .filter((line) => LABEL.test(line.trim()));
