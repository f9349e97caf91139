import type { DoctorLine } from '@northlight/shared/contracts/operations.ts';

/** What the command says to whoever runs the server, and what it means in the dashboard. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/BUSINESS_EMAIL is /g, 'The email of your business is '],
  [/Set it to your email address\./g, 'Enter yours under Settings, Business.'],
  [/TRUST_PROXY_HOPS is (\d+), which fits/g, 'The number of servers in front of the shop is $1, which fits'],
  [
    /Set TRUST_PROXY_HOPS=1, or the number of your own proxies in a row\./g,
    'Under Settings, Connections, Address, choose Check now to count them.',
  ],
  [
    /Compare \w+ with the provider’s dashboard, and look there for failed deliveries\./g,
    'Choose Check now under Settings, Connections, and look in the provider’s dashboard for failed deliveries.',
  ],
  [/Copy [A-Z_]+(?: and [A-Z_]+)? again from/g, 'Copy the keys again from'],
  [/has no webhook with the ID PAYPAL_WEBHOOK_ID/g, 'has no webhook for this shop'],
  [/^Copy it again\./g, 'Choose Check now under Settings, Connections.'],
  [
    /Use a proxy with TLS and an https PUBLIC_URL\./g,
    'Enter an address with https under Settings, Connections.',
  ],
  [/, and [\d.,]+ \w+ in the write-ahead log\./g, '.'],
  [/,? or (?:in|set) [A-Z]+_[A-Z_]+(?:=\S+)?(?: and [A-Z_]+)?(?: on the server)?/g, ''],
  [
    /Give the keys the permissions in docs\/payments\.md\./g,
    'Give the keys all of the permissions that the shop asks for.',
  ],
  [/,? ?[Ss]ee docs\/[\w-]+\.md/g, ''],
  [/ +\./g, '.'],
  [/\.\.+/g, '.'],
];

/** A setting, a command, a file, or a log of the server. */
const OF_SERVER = /\b[A-Z]{2,}_[A-Z_]+\b|\bpnpm\b|docs\/|\.env\b|\blog\b/;
const ASK = 'Ask whoever runs your server to look at this.';

const inDashboard = (text: string): string =>
  WORDS.reduce((words, [server, own]) => words.replace(server, own), text).trim();

/** A line as owners read it. What they can't do themselves says so. */
export function forOwners({ advice, message, ...line }: DoctorLine): DoctorLine {
  const words = advice === undefined ? '' : inDashboard(advice);
  return {
    ...line,
    message: inDashboard(message),
    ...(advice !== undefined && { advice: words === '' || OF_SERVER.test(words) ? ASK : words }),
  };
}
