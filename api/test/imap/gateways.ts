import { USER } from './test-mailbox.ts';

type Change = {
  /** Lines above the header. */
  adds: string[];
  /** The new From. The sender is then in these headers. */
  rewritesTo?: string;
  names?: string[];
};

const [local = '', domain = ''] = USER.split('@');
const GOOGLE = [
  'Precedence: list',
  `Mailing-list: list ${USER}; contact ${local}+owners@${domain}`,
  `List-ID: <${local}.${domain}>`,
  'X-Google-Group-Id: 847362518293',
  `List-Post: <https://groups.google.com/a/${domain}/group/${local}/post>, <mailto:${USER}>`,
  `List-Unsubscribe: <mailto:googlegroups-manage+847362518293+unsubscribe@googlegroups.com>`,
];

/** What stands between a customer and the mailbox, with the headers that the real ones write. */
export const GATEWAYS = {
  'a Google Group': { adds: GOOGLE, names: ['X-Original-Sender'] },
  'a Google Group with its own From': {
    adds: GOOGLE,
    rewritesTo: `"'Ada Marlow' via Hello" <${USER}>`,
    names: ['X-Original-Sender', 'X-Original-From', 'Reply-To'],
  },
  'a group that says it in Reply-To': {
    adds: [`List-ID: Hello <${local}.${domain}>`],
    rewritesTo: `Ada Marlow via Hello <${USER}>`,
    names: ['Reply-To'],
  },
  'a Microsoft 365 group': {
    adds: [`Sender: ${USER}`, 'Precedence: list', `X-MS-Exchange-UnifiedGroup-Address: ${USER}`],
  },
  'a rule in Exchange': {
    adds: [
      `X-MS-Exchange-Inbox-Rules-Loop: ${USER}`,
      'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent',
    ],
  },
  Mailman: {
    adds: [
      'Precedence: bulk',
      `List-Id: Hello <${local}.${domain}>`,
      `List-Post: <mailto:${USER}>`,
      `Errors-To: ${local}-bounces@${domain}`,
    ],
    rewritesTo: `Ada Marlow via Hello <${USER}>`,
    names: ['X-MailFrom', 'Reply-To'],
  },
} satisfies Record<string, Change>;
export type Gateway = keyof typeof GATEWAYS;

/** An email as a gateway hands it out. */
export function passedOn(source: Buffer | string, gateway: Gateway): Buffer {
  const { adds, rewritesTo, names = [] }: Change = GATEWAYS[gateway];
  const text = source.toString('latin1');
  const [, from = ''] = /^From: (.*)$/im.exec(text) ?? [];
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from;
  // Those who set one keep it.
  const isKept = (name: string) => name === 'Reply-To' && /^Reply-To:/im.test(text);
  const written = names
    .filter((name) => !isKept(name))
    .map((name) => `${name}: ${name === 'X-Original-From' ? from : address}`);
  const rest = rewritesTo ? text.replace(/^From: .*$/im, `From: ${rewritesTo}`) : text;
  return Buffer.from([...adds, ...written, rest].join('\r\n'), 'latin1');
}
