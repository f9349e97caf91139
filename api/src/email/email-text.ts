import type { Env } from '../base/settings/env.ts';
import type { Block, EmailContent, Words } from './blocks.ts';

export type Business = Env['business'];

/** Hebrew, Arabic, Syriac, Thaana and other right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/** Isolates right-to-left text so it does not reorder the text around it. Leaves other text unchanged. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}

/** Renders the plain-text part: the same blocks in the same order. */
export function emailText({ title, blocks, stop, toBusiness }: EmailContent, business: Business): string {
  const parts = [
    toPlainText(title),
    ...blocks.map(blockText),
    ...(stop ? [`${stop.text}: ${stop.page}`] : []),
    ...(toBusiness ? endForBusiness(toBusiness, business) : endForBuyer(business)),
  ];
  return `${parts.join('\n\n')}\n`;
}

const endForBuyer = ({ name, address, phone, email }: Business): string[] => [
  `Questions? Reply to this email, or email us at ${email}.`,
  [name, address, phone].filter(Boolean).join('\n'),
];

const endForBusiness = (
  { replyTo }: NonNullable<EmailContent['toBusiness']>,
  { name }: Business,
): string[] => [...(replyTo ? [`Replies go to ${replyTo}.`] : []), `Sent by the ${name} shop.`];

export function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'small':
    case 'said':
      return toPlainText(block.words);
    case 'heading':
      return block.text.toUpperCase();
    case 'receipt':
      return [
        `${block.title.toUpperCase()}\n`,
        ...block.rows.map(({ label, amount }) => `${label}: ${amount}`),
      ].join('\n');
    case 'facts':
      return block.facts.map(({ label, answer }) => factText(label, answer)).join('\n');
    case 'step':
      return `${block.title}\n${block.action.label}: ${block.action.url}\n${block.text}`;
    case 'action':
    case 'link':
      return `${block.action.label}: ${block.action.url}`;
  }
}

/** Multi-line answers go below their label. */
function factText(label: string, answer: string): string {
  return answer.includes('\n') ? `${label}:\n${isolated(answer)}\n` : `${label}: ${isolated(answer)}`;
}

function toPlainText(words: readonly Words[]): string {
  return words
    .map((part) =>
      typeof part === 'string' ? part : 'strong' in part ? part.strong : isolated(part.userText),
    )
    .join('');
}
