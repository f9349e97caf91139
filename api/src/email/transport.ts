export type Email = {
  from: string;
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  /** Stable: a resent email has the same ID. */
  messageId: string;
  /** The one-click unsubscribe address of RFC 8058, called by POST. */
  stopUrl?: string;
};

export type EmailTransport = {
  /**
   * Returns the server's answer. Rejects with a `DeliveryError` when the email was not accepted. `key` names
   * the message and is safe in a file name.
   */
  send(email: Email, key: string): Promise<string>;
  close(): Promise<void>;
};

const ENCODED_WORD = '=?';
/** As nodemailer breaks lines. */
const LONGEST_WORD = 52;

/**
 * Nodemailer leaves anything that looks like an encoded word (RFC 2047) as it is, so email programs would
 * decode text from a form.
 */
async function encodedWhole(subject: string): Promise<string> {
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return encodeWord(subject, 'Q', LONGEST_WORD);
}

/**
 * Names the email in a header that replies and returned copies keep. Some services replace its Message-ID. Its own ID
 * would be no ancestor.
 */
export const referenceOf = (messageId: string): string => messageId.replace('<', '<kept.');

/** Converts an email for nodemailer. Automatic replies are suppressed. */
export async function asNodemailerEmail({ stopUrl, subject, ...email }: Email) {
  return {
    ...email,
    references: referenceOf(email.messageId),
    subject: subject.includes(ENCODED_WORD) ? await encodedWhole(subject) : subject,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopUrl && {
        'List-Unsubscribe': `<${stopUrl}>`,
        // Only over https, as the standard requires.
        ...(stopUrl.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }),
    },
  };
}
