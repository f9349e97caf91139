import { ipcMain } from 'electron';
import type { createBridgeCalls } from '../bridge-calls.ts';
import { CALL_CHANNEL } from '../../channels.ts';

export function answerBridge(answer: ReturnType<typeof createBridgeCalls>): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, args: unknown) => {
    const { senderFrame, sender } = event;
    const caller = { url: senderFrame?.url ?? '', isTopFrame: senderFrame === sender.mainFrame };
    return answer(caller, name, args);
  });
}
