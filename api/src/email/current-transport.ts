import { join } from 'node:path';
import type { MessagesContext } from '../messages/context.ts';
import { mailToken } from '../messages/mail/mail-token.ts';
import { smtpTransport } from './smtp-transport.ts';
import { type EmailTransport, asNodemailerEmail } from './transport.ts';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { Log } from '../base/log.ts';
import { DeliveryError } from '../messages/outbox/delivery-error.ts';

/** Follows the settings, so that the next email goes out as they say now. */
export function currentTransport(
  context: Pick<MessagesContext, 'db' | 'settings' | 'now' | 'log'>,
): EmailTransport {
  let used: { login: string; transport: EmailTransport } | undefined;
  return {
    send: (email, key) => {
      const { smtpUrl: url, dataDir, consents } = context.settings;
      // A renewed refresh token is still the same login.
      const login = JSON.stringify([url, { ...consents.email, refreshToken: '' }]);
      if (used?.login !== login) {
        void used?.transport.close();
        const transport = url
          ? smtpTransport(url, mailToken(context, 'email'))
          : fileTransport(join(dataDir, 'mail'), context.log);
        used = { login, transport };
      }
      return used.transport.send(email, key);
    },
    close: async () => used?.transport.close(),
  };
}

/** Without SMTP every email is saved as an .eml file, so none is lost. */
export function fileTransport(folder: string, log: Log): EmailTransport {
  return {
    send: async (email, key) => {
      const { createTransport } = await import('nodemailer');
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
        await asNodemailerEmail(email),
      );
      const file = join(folder, `${key}.eml`);
      const part = `${file}.part`;
      try {
        await mkdir(folder, { recursive: true });
        // A crash may have left a partial file.
        await rm(part, { force: true });
        // `wx` fails if the file exists, so it never follows a link placed there.
        await writeFile(part, message, { flag: 'wx' });
        await rename(part, file);
      } catch (error) {
        // A full disk or missing permissions affect every email.
        throw new DeliveryError(error instanceof Error ? error.message : String(error), 'outage');
      }
      log.info({ file }, 'email saved to a file');
      return `Saved as ${key}.eml`;
    },
    close: async () => {},
  };
}
