import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { NotSent } from '../outbox/not-sent.ts';
import { asNodemailerMail, type MailTransport } from './transport.ts';

/** Without SMTP nothing vanishes: every mail is an .eml file that any mail program opens, and its text is in the log (D19). */
export function fileTransport(folder: string, log: Log): MailTransport {
  return {
    send: async (mail, key) => {
      const { createTransport } = await import('nodemailer');
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
        asNodemailerMail(mail),
      );
      const file = join(folder, `${key}.eml`);
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(`${file}.part`, message);
        await rename(`${file}.part`, file);
      } catch (error) {
        // A full disk or a missing right, which the next mail meets as well.
        throw new NotSent(error instanceof Error ? error.message : String(error), 'outage');
      }
      log.info({ file, to: mail.to, subject: mail.subject, text: mail.text }, 'mail written to a file');
      return `Written to ${key}.eml`;
    },
    close: async () => {},
  };
}
