import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import type { ReceiptRow } from '@northlight/shared/catalogue/receipt.ts';
import type { LabelledAnswer } from '@northlight/shared/contracts/admin/answers.ts';

/** Words of ours, words that matter, or somebody's own, which may run from right to left. */
export type Words = string | { strong: string } | { own: string };

/** What mails are made of. Each is drawn twice: in `templates/mail.eta` and in `mail-text.ts`. */
export type Block =
  | { kind: 'text'; words: Words[] }
  /** Smaller and quieter. */
  | { kind: 'small'; words: Words[] }
  | { kind: 'heading'; text: string }
  | { kind: 'receipt'; title: string; rows: ReceiptRow[] }
  /** Short facts, or whole answers in several lines, each under its label. */
  | { kind: 'facts'; facts: LabelledAnswer[] }
  /** Something to do: what it is about, what follows from it, and where. */
  | { kind: 'step'; title: string; serviceId: ServiceId; text: string; action: Action }
  | { kind: 'action'; action: Action };

export type Action = { label: string; url: string };

/** A mail but for its envelope and for what stands around every mail. */
export type Letter = {
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  title: Words[];
  blocks: Block[];
  /** Of a mail to the business: where its answer goes, if to anybody. */
  toBusiness?: { replyTo?: string };
  /** Where its reader ends mails of this kind. */
  stop?: { text: string; page: string; call: string };
};

export const text = (...words: Words[]): Block => ({ kind: 'text', words });
export const small = (...words: Words[]): Block => ({ kind: 'small', words });
export const heading = (text: string): Block => ({ kind: 'heading', text });
export const strong = (text: string): Words => ({ strong: text });
/** A name or anything else that came from outside. */
export const own = (text: string): Words => ({ own: text });

const MAX_NAME_LENGTH = 60;
const LOOKS_LIKE_A_LINK = /:\/\/|www\.|\w\.[a-z]{2,}(?:[\s/]|$)/;

/** The first name after a greeting. Anybody can order in somebody else's name and address, so nothing else is carried there. */
const greeted = (before: string, firstName: string): Words[] =>
  firstName.length > MAX_NAME_LENGTH || LOOKS_LIKE_A_LINK.test(firstName) ? [] : [before, own(firstName)];

/** As in "Thank you, Ada". */
export const named = (firstName: string): Words[] => greeted(', ', firstName);

/** As in "Hello Ada". */
export const hello = (firstName: string): Words[] => ['Hello', ...greeted(' ', firstName)];

/** For what moved no money; nothing where money did move. */
export const demoNote = (mode: 'demo' | 'live'): Block[] =>
  mode === 'demo' ? [text(strong('This is a demo. No real payment was made.'))] : [];
