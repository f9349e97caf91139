import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { WorkContext } from '../context.ts';
import { cleanName } from '../files/file-name.ts';
import * as fileStore from '../files/order-file-store.ts';
import { messagesOf } from '../fulfillment/messages.ts';
import { comparison, type Thread as Conversation } from './known-words.ts';
import { ownAddresses, type Thread } from './match-email.ts';
import { ownWords, picturesIn } from './own-words.ts';
import { WORD, type Body, type Kept } from './read-body.ts';
import type { Head } from './read-head.ts';

/** "Fwd:" in the languages and programs that we know. */
const FORWARD = /^\s*(fwd?|wg|tr|rv|i|enc|vs|vb|pd|doorst|ilt|iletilen|転送|转发|轉寄)\s?[:：]/i;
/** "Re: AW[2]: " */
const PREFIXES = /^(?:\s*\p{L}{1,4}(?:\[\d+\])?\s?[:：])+\s*/u;
/** Lines of a signature without a mark: name, place, number. */
const SIGNATURE_LINES = 10;
const SIGNATURE_WIDTH = 100;
/** "PS: the new sign", "Here is our logo:" */
const REMARK = /^p\.? ?s\b|[:.!?]$/i;

/** What is known of the sender and the conversation. */
type Known = Conversation & {
  name: string;
  subject?: string;
  hashes?: ReadonlySet<string>;
  isClaimed?: boolean | undefined;
};

export function knownOf(context: WorkContext, head: Head, { caseId, customer }: Thread): Known {
  const { db } = context;
  const emails = () => outboxStore.ofCase(db, caseId).flatMap(({ id }) => outboxStore.emailOf(db, id) ?? []);
  return {
    name: head.name,
    subject: head.subject.replace(PREFIXES, ''),
    texts: () => [
      ...emails().flatMap(({ subject, text }) => [subject, text]),
      ...messagesOf(db, caseId).map(({ text }) => text),
    ],
    parties: [customer, head.from, ...ownAddresses(context)],
    isForward: FORWARD.test(head.subject),
    hashes: new Set(fileStore.ofCase(db, caseId).map(({ hash }) => hash)),
  };
}

/** What the sender wrote, and where the attachments are. The customer reads it, too. */
export function messageOf(body: Body, known: Known): { text: string; files: Kept[] } {
  const words = ownWords(body.plain, known);
  const shown = body.shown === body.plain ? words : ownWords(body.shown, known);
  const places = picturesIn(body.shown);
  const signature = new Set([...shown.leftOut, ...picturesBelow(known.name, shown.withPlaces)]);
  /** A small picture in the text that the sender’s program adds to each email, or that is part of a quote. */
  const isAdded = ({ cid }: { cid?: string | undefined }) =>
    cid !== undefined && places.has(cid) && signature.has(cid);
  const files = body.files.filter(
    (file) => !isAdded(file) && !(file.cid && places.has(file.cid) && known.hashes?.has(file.content.hash)),
  );
  const others = body.others.filter((other) => !isAdded(other));
  const names = files.map(({ upload, content }) => cleanName(upload.name, content.extensions));
  const isEmpty = words.text === '' && files.length + others.length === 0;
  // An answer may have our own words only.
  const hasMore = words.hasMore || (isEmpty && WORD.test(body.plain));
  const notes = [
    ...(hasMore ? ['[More is only in the email]'] : []),
    ...(known.isClaimed ? ['[The sender of this email isn’t confirmed.]'] : []),
    ...(names.length > 0 ? [`[See files: ${names.join(', ')}]`] : []),
    ...Object.entries(Object.groupBy(others, ({ reason }) => reason)).map(
      ([reason, group = []]) =>
        `[Only in the email: ${group.map(({ name }) => name).join(', ')}${reason && `. ${reason}`}]`,
    ),
  ];
  return {
    text: [isEmpty && !hasMore ? withoutText(known) : words.text, ...notes].filter(Boolean).join('\n\n'),
    files,
  };
}

/** Some people write into the subject only. */
const withoutText = ({ subject = '', ...known }: Known): string =>
  comparison(known)([subject]).news > 0 ? `[Only a subject: ${subject}]` : '[An email without text]';

/** The pictures below the sender's name and at least one more short line, at the end of a text. */
function picturesBelow(name: string, text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim());
  const [first = ''] = name.split(/\s/);
  const isName = (line: string) =>
    [name, first].some((own) => own.length > 1 && own.toLowerCase() === line.toLowerCase());
  const at = lines.findLastIndex(isName);
  const below = at < 0 ? [] : lines.slice(at + 1).filter(Boolean);
  const isSignature =
    below.length <= SIGNATURE_LINES &&
    below.every((line) => line.length <= SIGNATURE_WIDTH && !REMARK.test(line)) &&
    below.some((line) => line.replaceAll(/\[cid:[^\]]*\]/g, '').trim() !== '');
  return isSignature ? picturesIn(below.join('\n')) : new Set();
}
