import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

export type Mail = {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Stable: a mail that is sent again bears the same one. */
  messageId: string;
};

/** A mail but for its envelope. */
export type MailText = Omit<Mail, 'to' | 'messageId'>;

export type MailTransport = {
  /** Rejects when the mail was not taken. `key` names the message and is safe in a file name. */
  send(mail: Mail, key: string): Promise<void>;
  close(): Promise<void>;
};

const TIMEOUT_MS = 15_000;

/** nodemailer is loaded with the first mail, not at start. */
export function smtpTransport(url: string): MailTransport {
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  };
  let connection: ReturnType<typeof connect> | undefined;
  return {
    send: async (mail) => {
      connection ??= connect();
      await (await connection).sendMail(mail);
    },
    close: async () => (await connection)?.close(),
  };
}

/** Without SMTP nothing vanishes: every mail is an .eml file that any mail program opens, and its text is in the log (D19). */
export function fileTransport(folder: string, log: Log): MailTransport {
  return {
    send: async (mail, key) => {
      const { createTransport } = await import('nodemailer');
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
      const file = join(folder, `${key}.eml`);
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, message);
      await rename(`${file}.part`, file);
      log.info({ file, to: mail.to, subject: mail.subject, text: mail.text }, 'mail written to a file');
    },
    close: async () => {},
  };
}
