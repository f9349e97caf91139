/** Where a buyer says that no more reminders are wanted. Both take the `order` and `key` of the buyer's links (`IntakeQuery`). */
export const STOP_REMINDERS_PAGE = '/stop-reminders';
export const STOP_REMINDERS_PATH = '/api/stop-reminders';

export type StopRemindersAnswer = { success: true; message: string };
