import type { Readable } from 'node:stream';

const LONGEST_REASON = 300;

/**
 * What a delivery report (RFC 3464) says: why an email was returned for good, and a text with the Message-ID of that
 * email. Null for delays, successes, and what is not complete.
 */
export async function bounceOf(source: Readable): Promise<{ reason: string; about: string } | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks)
    .toString('latin1')
    // Folded lines.
    .replaceAll(/\r?\n[ \t]+/g, ' ');
  const report = /^content-type:\s*message\/delivery-status/im.exec(text);
  const returned =
    report && /^content-type:\s*(message\/rfc822|text\/rfc822-headers)/im.exec(text.slice(report.index));
  if (!report || !returned) return null;
  const fields = text.slice(report.index, report.index + returned.index);
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(fields)?.[1]?.trim();
  if (field('action')?.toLowerCase() !== 'failed' || !field('status')?.startsWith('5.')) return null;
  const server = /^[\w-]+;\s*(\S+)$/.exec(field('remote-mta') ?? field('reporting-mta') ?? '')?.[1];
  const answer = field('diagnostic-code')?.replace(/^[\w-]+;\s*/, '') ?? field('status');
  return {
    reason: `Returned${server ? ` by ${server}` : ''}: ${answer}`.slice(0, LONGEST_REASON),
    about: /^message-id:.*$/im.exec(text.slice(report.index + returned.index))?.[0] ?? '',
  };
}
