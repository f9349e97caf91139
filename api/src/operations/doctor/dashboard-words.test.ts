import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';
import { forOwners } from './dashboard-words.ts';

const line = (message: string, advice?: string) => ({
  name: 'Any',
  state: 'warning' as const,
  message,
  ...(advice !== undefined && { advice }),
});

/** Settings, commands, and files of the server. */
const OF_SERVER = /\b[A-Z]{2,}_[A-Z_]+|pnpm|docs\/|\.env|write-ahead/;

test('in the dashboard, no line of the system check names a setting, a command, or a file of the server', async () => {
  const app = await appWithAdmin({ env: { dataDir: tempFolder(), publicUrl: 'https://shop.invalid' } });
  const { lines } = (await app.get('/api/admin/doctor', await loggedIn(app))).body;
  const found = new Map(lines.map((one: { name: string }) => [one.name, one]));
  expect(found.get('Settings')).toMatchObject({
    message: 'The email of your business is hello@northlight.example, which does not exist.',
    advice: 'Enter yours under Settings, Business.',
  });
  expect(found.get('Backup')).toMatchObject({ advice: 'Connect backups under Settings, Connections.' });
  expect(found.get('Proxy')).toMatchObject({ message: expect.stringMatching(/^The number of servers/) });
  for (const { message, advice = '' } of lines) expect(`${message} ${advice}`).not.toMatch(OF_SERVER);
});

test.each([
  [
    'Correct the user and the password under Settings, Connections, or in SMTP_URL.',
    'Correct the user and the password under Settings, Connections.',
  ],
  [
    'Check the key and the audience under Settings, Connections, or in MAILCHIMP_API_KEY and MAILCHIMP_LIST_ID.',
    'Check the key and the audience under Settings, Connections.',
  ],
  [
    'Enter 2 under Settings, Connections, Address, or set TRUST_PROXY_HOPS=2 on the server.',
    'Enter 2 under Settings, Connections, Address.',
  ],
  [
    'Compare STRIPE_WEBHOOK_SECRET with the provider’s dashboard, and look there for failed deliveries.',
    'Choose Check now under Settings, Connections, and look in the provider’s dashboard for failed deliveries.',
  ],
  [
    'Copy PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET again from the provider’s dashboard.',
    'Copy the keys again from the provider’s dashboard.',
  ],
  ['Copy it again. See docs/payments.md.', 'Choose Check now under Settings, Connections.'],
  [
    'Set a lifecycle rule that removes earlier versions after a day, see docs/backups.md. Once it has worked for a week, this line says so.',
    'Set a lifecycle rule that removes earlier versions after a day. Once it has worked for a week, this line says so.',
  ],
  ['Run pnpm build, and restart the shop.', 'Ask whoever runs your server to look at this.'],
  ['Look for its error in the log. See docs/backups.md.', 'Ask whoever runs your server to look at this.'],
  ['Move DATA_DIR to a local SSD, not a network folder.', 'Ask whoever runs your server to look at this.'],
  ['Try again in a minute.', 'Try again in a minute.'],
])('%s', (advice, words) => {
  expect(forOwners(line('Any.', advice))).toEqual(line('Any.', words));
});

test('what works keeps its message, without the words of the server', () => {
  expect(forOwners(line('12 MB, and 1.5 MB in the write-ahead log.'))).toEqual(line('12 MB.'));
  expect(forOwners(line('PayPal has no webhook with the ID PAYPAL_WEBHOOK_ID.')).message).toBe(
    'PayPal has no webhook for this shop.',
  );
});
