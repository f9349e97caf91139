import * as z from 'zod/mini';
import { type EndpointTable, act, success, seenVersion, shownVersion } from './endpoint.ts';
import { line, text } from './texts.ts';

/** What a ready reply can name, each written as `{name}`. */
export const REPLY_FIELDS = {
  name: 'first name',
  business: 'business, or their name',
  order: 'order number',
  due: 'when the next step is due',
  link: 'link to the order page',
} as const;

/** A text that is written once and sent to many customers. */
export const Reply = z.object({
  name: line(60, 'Please enter a name'),
  text: text(5_000, 'Please enter the text'),
});
export type Reply = z.infer<typeof Reply>;

const DAY = 'Please enter days from 1 to 60, such as 1, 3, 7';
/** Days after an order or a request. None means no reminders. */
export const ReminderDays = z
  .array(z.int(DAY).check(z.gte(1, DAY), z.lte(60, DAY)))
  .check(z.maxLength(5, 'Please enter no more than 5 days'));

const Wording = z.object({
  replies: z.array(Reply).check(z.maxLength(50, 'You can keep up to 50 replies')),
  reminderDays: ReminderDays,
  /** Whether customers are asked for a review after their work is delivered. */
  asksForReview: z.boolean('Must be true or false'),
});
export type Wording = z.infer<typeof Wording>;

/** Only what changes. */
export const ChangeWording = z.object({
  version: seenVersion,
  replies: z.optional(Wording.shape.replies),
  reminderDays: z.optional(Wording.shape.reminderDays),
  asksForReview: z.optional(Wording.shape.asksForReview),
});
export type ChangeWording = z.infer<typeof ChangeWording>;

export const wordingEndpoints = {
  'GET /api/json/wording': {
    access: 'work',
    summary: 'Returns the ready replies and the days of reminders. For an order, the replies are filled in.',
    query: z.object({ orderNumber: z.optional(line(24)) }),
    response: success({ ...Wording.shape, version: shownVersion }),
  },
  'POST /api/admin/wording': act('manage', 'Changes the ready replies or the days of reminders.', {
    body: ChangeWording,
  }),
} satisfies EndpointTable;
