import { createTransport, type SendMailOptions } from 'nodemailer';
import { asNodemailerEmail, type Email } from '../../src/email/transport.ts';

export const ADA = 'ada@marlow-bicycles.example';

/** The source of an email as a mail program sends it. */
export async function anyEmail(options: SendMailOptions): Promise<Buffer> {
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(options);
  return message as Buffer;
}

/** An email as its recipient has it. */
export type Received = Email & { references?: string };

/** As it arrives from a service that replaces the Message-ID, such as Amazon SES. */
export const withOtherId = async (email: Email): Promise<Received> => ({
  ...email,
  references: (await asNodemailerEmail(email)).references,
  messageId: '<0100019aa5b8d3c1-4f0e6a52-7c1e-4d0a-9b52-0d8f3f5f6a11-000000@email.amazonses.com>',
});

/** The customer's reply to one of the shop's emails, with that email quoted below. */
export async function aReply(to: Received, changes: SendMailOptions = {}): Promise<Buffer> {
  const quoted = to.text.split('\n').map((line) => `> ${line}`.trimEnd());
  return anyEmail({
    from: `Ada Marlow <${ADA}>`,
    to: to.replyTo,
    subject: `Re: ${to.subject}`,
    inReplyTo: to.messageId,
    references: [to.references ?? (await asNodemailerEmail(to)).references, to.messageId],
    text: `Please use the blue one.\n\nOn Sat, Nov 21, 2026 at 5:00 AM Northlight Studio <${to.replyTo}>\nwrote:\n\n${quoted.join('\n')}\n`,
    ...changes,
  });
}

/** A mail server's report that it gave up (RFC 3464), as Postfix writes it, with the returned email as a part of this type. */
export function aBounce(
  returned: Received,
  { action = 'failed', status = '5.1.1', original = 'text/rfc822-headers' } = {},
): string {
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.com (Mail Delivery System)',
    `To: ${returned.from}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="B0UNCE"',
    'Message-Id: <20261121100001.1234@mx.example.com>',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--B0UNCE',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I’m sorry to have to inform you that your message could not be delivered.',
    '',
    '--B0UNCE',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    'Arrival-Date: Sat, 21 Nov 2026 10:00:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${returned.to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.marlow-bicycles.example',
    'Diagnostic-Code: smtp; 550 5.1.1 <ada@marlow-bicycles.example>: Recipient',
    '    address rejected: User unknown',
    '',
    '--B0UNCE',
    'Content-Description: Undelivered Message Headers',
    `Content-Type: ${original}`,
    '',
    `From: ${returned.from}`,
    `To: ${returned.to}`,
    `Subject: ${returned.subject}`,
    ...(returned.references ? [`References: ${returned.references}`] : []),
    `Message-ID: ${returned.messageId}`,
    '',
    '--B0UNCE--',
    '',
  ].join('\r\n');
}
