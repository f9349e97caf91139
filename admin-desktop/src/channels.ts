/** The only ways between the page and the main process; both sides of the preload name them from here. */
export const CALL_CHANNEL = 'northlight:call';
export const GO_TO_CHANNEL = 'northlight:go-to';
export const DIALOG_CHANNEL = 'northlight:dialog';

/** What a call answers. Electron would wrap a thrown error's words in its own. */
export type CallReply<Value = unknown> = { isDone: true; value: Value } | { isDone: false; message: string };
