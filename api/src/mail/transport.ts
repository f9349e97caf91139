export type Mail = {
  from: string;
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  /** Stable: a mail that is sent again bears the same one. */
  messageId: string;
  /** Where a mail program's own button ends mails of this kind, by a POST (RFC 8058). */
  stopUrl?: string;
};

export type MailTransport = {
  /**
   * Gives what was answered. Rejects with a `DeliveryError` when the mail was not taken. `key` names the message and is safe in a
   * file name.
   */
  send(mail: Mail, key: string): Promise<string>;
  close(): Promise<void>;
};

const ENCODED_WORD = '=?';
/** As nodemailer itself breaks lines. */
const LONGEST_WORD = 52;

/**
 * nodemailer takes what looks like an encoded word (RFC 2047) for one and leaves it, so mail programs would decode what a
 * stranger typed into a form.
 */
async function encodedWhole(subject: string): Promise<string> {
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return encodeWord(subject, 'Q', LONGEST_WORD);
}

/** A mail as nodemailer takes it. Programs that answer mail by themselves keep silent. */
export async function asNodemailerMail({ stopUrl, subject, ...mail }: Mail) {
  return {
    ...mail,
    subject: subject.includes(ENCODED_WORD) ? await encodedWhole(subject) : subject,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopUrl && {
        'List-Unsubscribe': `<${stopUrl}>`,
        // By https only, as the standard wants it.
        ...(stopUrl.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }),
    },
  };
}
