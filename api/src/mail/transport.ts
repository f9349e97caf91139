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
   * Gives what was answered. Rejects with a `NotSent` when the mail was not taken. `key` names the message and is safe in a
   * file name.
   */
  send(mail: Mail, key: string): Promise<string>;
  close(): Promise<void>;
};

/** A mail as nodemailer takes it. Programs that answer mail by themselves keep silent. */
export function asNodemailerMail({ stopUrl, ...mail }: Mail) {
  return {
    ...mail,
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
