import { createHash } from 'node:crypto';
import { isAutomatic } from './is-automatic.ts';

/** What the header of an email says. All of it was written by its sender. */
export type Head = {
  /** Lower case. Empty unless there is exactly one sender. */
  from: string;
  /** The sender's name. */
  name: string;
  /** The whole line, for people. */
  fromLine: string;
  /** The addresses in To and Cc, lower case. */
  to: string[];
  subject: string;
  /** What it answers, the nearest email first. */
  answers: string;
  /** The same for every copy of the email. */
  fingerprint: string;
  /** Sent by a machine: an automatic reply, a newsletter, a mailing list, a report. */
  isAutomatic: boolean;
  /** Perhaps a report that an email could not be delivered. */
  isBounce: boolean;
  /** A mail server sent it. */
  isDaemon: boolean;
  /** A mail server on its way found that the sender's domain did not send it. */
  isForged: boolean;
};

/** An address, with a name or without. The parser would also take one from the name in front of an empty address. */
const ONE_ADDRESS = /^[^<>]*(?:<[^<>\s@]+@[^<>\s@]+>)?$/;
/** Machines use these names. */
const MACHINES =
  /(?:^|[\s<"])(?:mailer-?daemon|postmaster|mail-?daemon|mdaemon)\b|mail delivery (?:sub)?system|delivery subsystem|^<>$/i;
const LONGEST_LINE = 100;

/** Reads the header at the start of an email's source. */
export async function readHead(source: Buffer): Promise<Head> {
  // Loaded on first use, to keep the start fast.
  const { simpleParser } = await import('mailparser');
  const text = source.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  const header = source.subarray(0, end ? end.index + end[0].length : text.lastIndexOf('\n') + 1);
  const { from, to, cc, subject = '', messageId, headerLines } = await simpleParser(header);
  const lines = headerLines.map(({ key, line }) => ({
    key,
    value: line
      .slice(line.indexOf(':') + 1)
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  }));
  const values = (name: string): string[] =>
    lines.filter(({ key }) => key === name).map(({ value }) => value);
  const value = (name: string) => values(name)[0] ?? '';
  const addresses = (all: Addresses) => all.flatMap(({ address }) => address?.toLowerCase() ?? []);
  const senders =
    values('from').length === 1 && ONE_ADDRESS.test(value('from')) ? addresses(from?.value ?? []) : [];
  const sender = senders.length === 1 ? (senders[0] ?? '') : '';
  const type = value('content-type');
  const isDaemon = MACHINES.test(value('from'));
  return {
    from: sender,
    name: from?.value[0]?.name ?? '',
    fromLine: (from?.text || value('from') || 'nobody').slice(0, LONGEST_LINE),
    to: addresses([to ?? [], cc ?? []].flat().flatMap((group) => group.value)),
    subject,
    answers: `${value('in-reply-to')} ${value('references').split(' ').toReversed().join(' ')}`,
    fingerprint: createHash('sha256')
      .update(messageId ?? header)
      .digest('hex'),
    isAutomatic: isDaemon || isAutomatic(lines, subject),
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

type Addresses = { address?: string | undefined }[];
