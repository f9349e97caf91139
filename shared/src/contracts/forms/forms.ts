import * as z from 'zod/mini';
import { line } from '../texts.ts';

export const FORM_KINDS = ['website', 'voice', 'dental', 'onhold'] as const;
export type FormKind = (typeof FORM_KINDS)[number];
export const FORM_NAMES: Record<FormKind, string> = {
  website: 'Website form',
  voice: 'Voice agent form',
  dental: 'Dental form',
  onhold: 'On-hold form',
};

/** Of an answer in several lines. A whole form must stay below the server's limit of 256 KB. */
export const MAX_ANSWER_LENGTH = 100_000;

/** What each form sends beside its answers. All of it is optional, so a call with the answers alone still works. */
export const formMeta = {
  /** Generated when the page opens: the same content with the same key is stored once. */
  submissionKey: z.optional(z.uuid('Must be a UUID')),
  /** A field that people never see; whoever fills it in is a program. */
  leaveEmpty: z.optional(z.string('Please enter text').check(z.maxLength(MAX_ANSWER_LENGTH))),
  /** Milliseconds since the form was first opened in this browser. */
  filledInMs: z.optional(z.number('Must be a number').check(z.gte(0, 'Must not be negative'))),
  /** Of the buyer's link that the form was opened with. It shows that the sender is the buyer. */
  orderKey: z.optional(line(64)),
};
export type FormMeta = {
  submissionKey?: string;
  leaveEmpty?: string;
  filledInMs?: number;
  orderKey?: string;
};

/** The buyer's link to a form names the order and proves by `key` that this shop made it. */
export const IntakeQuery = z.object({
  order: line(24, 'order is missing'),
  key: line(64, 'key is missing'),
});
