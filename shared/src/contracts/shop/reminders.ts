import * as z from 'zod/mini';

/**
 * The page where customers stop reminder emails. Like its call, it takes `order` and `key` from the
 * customer's link.
 */
export const STOP_REMINDERS_PAGE = '/stop-reminders';

export const StopRemindersAnswer = z.object({ success: z.literal(true), message: z.string() });
