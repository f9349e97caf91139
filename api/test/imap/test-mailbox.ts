import type { InboxSettings } from '../../src/base/settings/inbox-settings.ts';

export const USER = 'hello@northlight.example';
export const PASSWORD = 'p@ss/word';

/** The settings for the mailbox of a test's mail server on this port. */
export const inboxAt = (port: number): InboxSettings => ({
  host: '127.0.0.1',
  port,
  user: USER,
  address: USER,
  password: PASSWORD,
  folder: 'INBOX',
  encryption: 'none',
});
