import { createHash } from 'node:crypto';

/** What the header of an email says. All of it was written by its sender. */
export type Head = {
  /** Lower case. Empty unless there is exactly one sender. */
  from: string;
  /** The addresses in To and Cc, lower case. */
  to: string[];
  subject: string;
  /** What it answers, the nearest email first. */
  answers: string;
  /** The same for every copy of the email. */
  fingerprint: string;
  /** Sent by a machine: an automatic reply, a newsletter, a mailing list, a report. */
  isAutomatic: boolean;
  /** A report that an email could not be delivered (RFC 3464). */
  isBounce: boolean;
  /** A mail server on its way found that the sender's domain did not send it. */
  isForged: boolean;
};

/** An address, with a name or without. The parser would also take one from the name in front of an empty address. */
const ONE_ADDRESS = /^[^<>]*(?:<[^<>\s@]+@[^<>\s@]+>)?$/;
/** Machines use these names. */
const MACHINES = /^(mailer-daemon|postmaster)@/;

/** Reads the header at the start of an email's source. */
export async function readHead(source: Buffer): Promise<Head> {
  // Loaded on first use, to keep the start fast.
  const { simpleParser } = await import('mailparser');
  const text = source.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  const header = source.subarray(0, end ? end.index + end[0].length : text.lastIndexOf('\n') + 1);
  const { from, to, cc, subject = '', messageId, headerLines } = await simpleParser(header);
  const values = (name: string): string[] =>
    headerLines
      .filter(({ key }) => key === name)
      .map(({ line }) =>
        line
          .slice(line.indexOf(':') + 1)
          .replaceAll(/\s+/g, ' ')
          .trim()
          .toLowerCase(),
      );
  const value = (name: string) => values(name)[0] ?? '';
  const addresses = (all: Addresses) => all.flatMap(({ address }) => address?.toLowerCase() ?? []);
  const senders =
    values('from').length === 1 && ONE_ADDRESS.test(value('from')) ? addresses(from?.value ?? []) : [];
  const sender = senders.length === 1 ? (senders[0] ?? '') : '';
  const type = value('content-type');
  return {
    from: sender,
    to: addresses([to ?? [], cc ?? []].flat().flatMap((group) => group.value)),
    subject,
    answers: `${value('in-reply-to')} ${value('references').split(' ').toReversed().join(' ')}`,
    fingerprint: createHash('sha256')
      .update(messageId ?? header)
      .digest('hex'),
    isAutomatic:
      !/^(no\b.*)?$/.test(value('auto-submitted')) ||
      /^(bulk|junk|list|auto_reply)\b/.test(value('precedence')) ||
      ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => values(name).length > 0) ||
      values('return-path').includes('<>') ||
      type.startsWith('multipart/report') ||
      MACHINES.test(sender),
    isBounce: type.startsWith('multipart/report') && /report-type="?delivery-status/.test(type),
    isForged: values('authentication-results').some(
      (result) =>
        /\bdmarc=fail\b/.test(result) ||
        (/\bspf=(?:soft)?fail\b/.test(result) && !/\b(?:dkim|dmarc)=pass\b/.test(result)),
    ),
  };
}

type Addresses = { address?: string | undefined }[];
