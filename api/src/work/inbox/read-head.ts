import { createHash } from 'node:crypto';
import { isAutomatic, isOfList } from './is-automatic.ts';

/** What the header of an email says. All of it was written by its sender. */
export type Head = {
  /** Lower case, as the other addresses. Empty unless there is exactly one sender. */
  from: string;
  /** Who wrote it, if a group has put its own address in From. Empty if nothing says so. */
  writers: string[];
  /** The sender's name. */
  name: string;
  /** The whole line, for people. */
  fromLine: string;
  /** The addresses in To and Cc. */
  to: string[];
  subject: string;
  /** What it answers, the nearest email first. */
  answers: string;
  /** The same for every copy of the email. */
  fingerprint: string;
  /** A group or mailing list passed it on. */
  isOfList: boolean;
  /** Sent by a machine: an automatic reply, a newsletter, a report. */
  isAutomatic: boolean;
  /** Perhaps a report that an email could not be delivered. */
  isBounce: boolean;
  /** Perhaps a mail server sent it. Some people have such an address, too. */
  isDaemon: boolean;
  /** A mail server on its way found that the sender's domain did not send it. */
  isForged: boolean;
};

const QUOTED = /"(?:\\.|[^"\\])*"|\([^()]*\)/g;
/** The parser would take an address from the name in front of an empty one, and the first of two. */
const UNCLEAR = /<\s*>|<.*</;
/** What a Google Group makes of a name: "'Ada Marlow' via Hello". */
const VIA = /^'(.*)' via .*$/;
/** Machines use these names. */
const MACHINES =
  /(?:^|[\s<"])(?:mailer-?daemon|postmaster|mail-?daemon|mdaemon)\b|mail delivery (?:sub)?system|delivery subsystem|^<>$/i;
const LONGEST_LINE = 100;

/** Reads the header at the start of an email's source. */
export async function readHead(source: Buffer): Promise<Head> {
  // Loaded on first use, to keep the start fast.
  const { parseAddressHeader, simpleParser } = await import('mailparser');
  const text = source.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  const header = source.subarray(0, end ? end.index + end[0].length : text.lastIndexOf('\n') + 1);
  const { from, subject = '', messageId, headerLines } = await simpleParser(header);
  const lines = headerLines.map(({ key, line }) => ({
    key,
    value: Buffer.from(line.slice(line.indexOf(':') + 1), 'latin1')
      .toString()
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  }));
  const values = (name: string): string[] =>
    lines.filter(({ key }) => key === name).map(({ value }) => value);
  const value = (name: string) => values(name)[0] ?? '';
  const addressesIn = (...names: string[]): string[] =>
    parseAddressHeader(names.flatMap(values), { flatten: true, decodePunycode: false }).value.flatMap(
      ({ address }) => address || [],
    );
  const isClear = values('from').length === 1 && !UNCLEAR.test(value('from').replaceAll(QUOTED, ''));
  const [sender = '', ...others] = isClear ? addressesIn('from') : [];
  const type = value('content-type');
  const isDaemon = MACHINES.test(value('from'));
  return {
    from: others.length === 0 ? sender : '',
    writers: addressesIn('x-original-from', 'x-original-sender', 'reply-to'),
    name: (from?.value[0]?.name ?? '').replace(VIA, '$1'),
    fromLine: (from?.text || value('from') || 'nobody').slice(0, LONGEST_LINE),
    to: addressesIn('to', 'cc'),
    subject,
    answers: `${value('in-reply-to')} ${value('references').split(' ').toReversed().join(' ')}`,
    fingerprint: createHash('sha256')
      .update(messageId ?? header)
      .digest('hex'),
    isOfList: isOfList(lines),
    isAutomatic: isAutomatic(lines, subject),
    isBounce:
      isDaemon ||
      values('return-path').includes('<>') ||
      (type.startsWith('multipart/report') && !/report-type="?(disposition|feedback)/.test(type)),
    isDaemon,
    isForged: values('authentication-results').some(
      (result) =>
        /\bdmarc=fail\b/.test(result) ||
        (/\bspf=(?:soft)?fail\b/.test(result) && !/\b(?:dkim|dmarc)=pass\b/.test(result)),
    ),
  };
}
