import { noMoneyText, type OrderMode } from '@northlight/shared/contracts/payments.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { ReceiptRow } from '@northlight/shared/catalog/receipt.ts';
import type { LabeledAnswer } from '@northlight/shared/contracts/labeled-answers.ts';

/** Our own text, emphasized text, or text from outside, which may be written right to left. */
export type Words = string | { strong: string } | { userText: string };

/** The building blocks of emails. Each is rendered twice: in `templates/email.eta` and in `email-text.ts`. */
export type Block =
  | { kind: 'text'; words: Words[] }
  /** Small print. */
  | { kind: 'small'; words: Words[] }
  | { kind: 'heading'; text: string }
  /** What a person wrote, with a rule at its left. */
  | { kind: 'said'; words: Words[] }
  | { kind: 'receipt'; title: string; rows: ReceiptRow[] }
  /** Facts or answers, each under its label. */
  | { kind: 'facts'; facts: LabeledAnswer[] }
  /** A step for the customer: what to do, what follows, and a button. */
  | { kind: 'step'; title: string; serviceId: ServiceId; text: string; action: Action }
  /** With `isWritten`, the address is there to copy, too: some mail security changes the links of buttons. */
  | { kind: 'action'; action: Action; isWritten?: boolean }
  /** A small link without a button. */
  | { kind: 'link'; action: Action };

export type Action = { label: string; url: string };

/** The content of an email, without envelope, header and footer. */
export type EmailContent = {
  subject: string;
  /** Shown beside the subject in the inbox. */
  preview: string;
  title: Words[];
  blocks: Block[];
  /** For an email to the business: where replies go, if anywhere. */
  toBusiness?: { replyTo?: string };
  /** Where the reader can unsubscribe. */
  stop?: { text: string; page: string; call: string };
};

export const text = (...words: Words[]): Block => ({ kind: 'text', words });
export const small = (...words: Words[]): Block => ({ kind: 'small', words });
export const said = (words: string): Block => ({ kind: 'said', words: [{ userText: words }] });
export const heading = (text: string): Block => ({ kind: 'heading', text });
export const strong = (text: string): Words => ({ strong: text });
export const button = (label: string, url: string, isWritten = false): Block => ({
  kind: 'action',
  action: { label, url },
  ...(isWritten && { isWritten }),
});
/** Text that came from outside, such as a name. */
export const userText = (text: string): Words => ({ userText: text });

const MAX_NAME_LENGTH = 60;
const LOOKS_LIKE_A_LINK = /:\/\/|www\.|\w\.[a-z]{2,}(?:[\s/]|$)/;

/**
 * The first name after a greeting. Anyone can order in another name and for another address, so links and
 * long texts are left out. Who has only an address is greeted without a name.
 */
const greeted = (before: string, firstName: string): Words[] =>
  firstName === '' || firstName.length > MAX_NAME_LENGTH || LOOKS_LIKE_A_LINK.test(firstName)
    ? []
    : [before, userText(firstName)];

/** As in "Thank you, Ada". */
export const withName = (firstName: string): Words[] => greeted(', ', firstName);

/** As in "Hello Ada". */
export const hello = (firstName: string): Words[] => ['Hello', ...greeted(' ', firstName)];

/** A note on payments without real money. */
export const demoNote = (mode: OrderMode): Block[] =>
  mode === 'live' ? [] : [text(strong(noMoneyText(mode)))];
