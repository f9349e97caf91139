import { safeStorage } from 'electron';
import type { Crypt } from '../offline/vault.ts';

/** The system's key ring. On a Linux without one Electron would use a key that everybody knows: then nothing is kept. */
export const systemCrypt: Crypt = {
  isAvailable: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
};
