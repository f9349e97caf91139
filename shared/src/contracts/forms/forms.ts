import * as z from 'zod/mini';
import { line } from '../texts.ts';

/** For multiline answers. A whole form must stay below the server's limit of 256 KB. */
export const MAX_ANSWER_LENGTH = 100_000;

/**
 * The fields that each form sends in addition to its answers. All are optional, so answers alone also work.
 */
export const formMeta = {
  /** Generated when the page opens. The same content with the same key is stored only once. */
  submissionKey: z.optional(z.uuid('Must be a UUID')),
  /** A hidden field. Only programs fill it in. */
  leaveEmpty: z.optional(z.string('Please enter text').check(z.maxLength(MAX_ANSWER_LENGTH))),
  /** Milliseconds since the form was first opened in this browser. */
  filledInMs: z.optional(z.number('Must be a number').check(z.gte(0, 'Must not be negative'))),
  /**
   * The key of the customer's link with which the form was opened. It proves that the sender is the customer.
   */
  orderKey: z.optional(line(64)),
};
export type FormMeta = {
  submissionKey?: string;
  leaveEmpty?: string;
  filledInMs?: number;
  orderKey?: string;
};

/** The query of the customer's link to a form. `key` proves that this shop created the link. */
export const IntakeQuery = z.object({
  order: line(24, 'order is missing'),
  key: line(64, 'key is missing'),
});
