/** The only channels between the page and the main process. */
export const CALL_CHANNEL = 'northlight:call';
export const GO_TO_CHANNEL = 'northlight:go-to';
export const DIALOG_CHANNEL = 'northlight:dialog';

/**
 * The result of a call. Errors are returned and not thrown, because Electron would add its own text to the
 * message.
 */
export type CallReply<Value = unknown> = { isDone: true; value: Value } | { isDone: false; message: string };
