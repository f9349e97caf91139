import { join } from 'node:path';
import type { MessagesContext } from '../messages/context.ts';
import { mailToken } from '../messages/mail/mail-token.ts';
import { fileTransport } from './file-transport.ts';
import { smtpTransport } from './smtp-transport.ts';
import type { EmailTransport } from './transport.ts';

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
