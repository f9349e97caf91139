import * as z from 'zod/mini';

/** Where a buyer says that no more reminders are wanted. It takes the `order` and `key` of the buyer's links, as its call does. */
export const STOP_REMINDERS_PAGE = '/stop-reminders';

export const StopRemindersAnswer = z.object({ success: z.literal(true), message: z.string() });
