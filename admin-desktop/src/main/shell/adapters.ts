import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { app, dialog, ipcMain, protocol, safeStorage, session, shell, type BrowserWindow } from 'electron';
import { CALL_CHANNEL } from '../../bridge.ts';
import type { createBridgeCalls } from '../bridge-calls.ts';
import type { Crypt } from '../storage/vault.ts';
import { PAGE_SCHEME } from '../page/page-address.ts';
import { schemePrivileges } from '../window/navigation-rules.ts';

/**
 * Node trusts only Mozilla's certificate authorities. A company's own are in the system's store, which
 * browsers also use.
 */
export function trustSystemCertificates(): void {
  try {
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
  } catch {
    // Use only Mozilla's authorities.
  }
}

/**
 * The system's keyring. On Linux without a keyring, Electron would use a publicly known key, so nothing is
 * stored.
 */
export const systemCrypt: Crypt = {
  isAvailable: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
};

export function answerBridge(answer: ReturnType<typeof createBridgeCalls>): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, args: unknown) => {
    const { senderFrame, sender } = event;
    const caller = { url: senderFrame?.url ?? '', isTopFrame: senderFrame === sender.mainFrame };
    return answer(caller, name, args);
  });
}

/** Must be called before Electron is ready. */
export const registerPageScheme = (): void => protocol.registerSchemesAsPrivileged([schemePrivileges]);

export function servePage(handle: (request: Request) => Promise<Response>): void {
  session.defaultSession.protocol.handle(PAGE_SCHEME, handle);
}

/** Opens a document in the system's program for it. */
export async function openDocument(place: string): Promise<void> {
  const problem = await shell.openPath(place);
  if (problem) throw new Error(`It is saved in ${place}, but no program opened it.`);
}

export async function chooseSavePath(window: BrowserWindow, name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('downloads'), name),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || !filePath ? null : filePath;
}
