/** What SQLite stops at, and where pictures of a signature were. */
const NOISE = /\0|\[cid:[^\]\s]{0,200}\]/g;
/** Longer texts are a bomb or a mistake. */
const MOST_READ = 200_000;
/** As long as a message that is written on a page. */
const MOST_KEPT = 10_000;
const CUT = '\n\n[Cut here. The whole email is in the mailbox.]';

/** "On Monday Ada <ada@…> wrote:" in the languages and programs that we know. */
const ATTRIBUTION =
  /^(On\b.*\bwrote|Am\b.*\bschrieb\b.*|.*\bschrieb am\b.*|El\b.*\bescribió|Le\b.*\ba écrit|Il\b.*\bha scritto|Op\b.*\bschreef\b.*|Em\b.*\bescreveu|.*\bskrev\b.*|.*<[^<>\s]+@[^<>\s]+>)\s?[:：]$/iu;
/** Tells an attribution from somebody's own sentence such as "On Monday you wrote:". */
const TIME_OR_ADDRESS = /\S@\S|\b(19|20)\d\d\b|\d[:.]\d\d/;
/** An attribution is broken into at most this many lines. */
const ATTRIBUTION_LINES = 3;
const DIVIDER =
  /^[-_\s]*(original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|mensaje original|mensaje reenviado|message d.origine|message transféré)[-_\s:]*$/iu;
/** How Outlook quotes: a block that begins with three of these. */
const HEADER =
  /^\*?(from|sent|date|to|cc|subject|von|gesendet|datum|an|betreff|de|enviado|fecha|para|asunto|envoyé|à|objet)\*?\s?:\*?\s/iu;
const HEADER_LINES = 3;
const SIGNATURE = /^-- ?$/;
const DEVICE =
  /^(sent from my|get outlook for|gesendet von|von meinem .* gesendet|enviado desde mi|envoyé de mon)\b.{0,60}$/iu;

/**
 * What the sender of an email wrote: without the quoted email, their signature after "-- ", and "Sent from my phone".
 * Empty if there is nothing else. Words below or between quotes stay. Takes linear time.
 */
export function ownWords(email: string): string {
  const lines = email.slice(0, MOST_READ).replaceAll(NOISE, '').replaceAll(/\r\n?/g, '\n').split('\n');
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]?.trim() ?? '';
    if (line.startsWith('>')) continue;
    if (line === '') {
      own.push('');
      continue;
    }
    if (SIGNATURE.test(lines[at] ?? '') || DIVIDER.test(line) || isHeaderBlock(lines, at)) break;
    const length = attributionAt(lines, at);
    if (length === 0) own.push(lines[at]?.trimEnd() ?? '');
    else if (isMarked(lines, at + length)) at += length - 1;
    // Some programs quote without marks. Then everything below is quoted.
    else if (TIME_OR_ADDRESS.test(lines.slice(at, at + length).join(' '))) break;
    else own.push(lines[at]?.trimEnd() ?? '');
  }
  while (own.length > 0 && isNothing(own.at(-1))) own.pop();
  const words = own
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return words.length > MOST_KEPT ? words.slice(0, MOST_KEPT - CUT.length).toWellFormed() + CUT : words;
}

const isNothing = (line = ''): boolean => /^\s*(_{5,})?$/.test(line) || DEVICE.test(line.trim());

/** How many lines an attribution at this line takes. 0 if there is none. */
function attributionAt(lines: readonly string[], at: number): number {
  let text = '';
  for (let length = 1; length <= ATTRIBUTION_LINES; length += 1) {
    const line = lines[at + length - 1]?.trim();
    if (!line || line.startsWith('>') || line.length > 300) return 0;
    text = `${text} ${line}`.trim();
    if (ATTRIBUTION.test(text)) return length;
  }
  return 0;
}

/** Whether the next text has the marks of a quote. */
function isMarked(lines: readonly string[], from: number): boolean {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at]?.trim();
    if (line) return line.startsWith('>');
  }
  return false;
}

const isHeaderBlock = (lines: readonly string[], at: number): boolean =>
  HEADER.test(lines[at]?.trim() ?? '') &&
  lines.slice(at, at + HEADER_LINES).filter((line) => HEADER.test(line.trim())).length === HEADER_LINES;
