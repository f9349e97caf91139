import { DetailedError, Upload } from 'tus-js-client';
import type { StoredFile } from './upload-field.tsx';

const ENDPOINT = '/api/files';
/** Many proxies take no more in one request. */
const PIECE_BYTES = 1024 * 1024;
const MAX_PARALLEL = 3;
const RETRY_AFTER_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
/** The server deletes files after a day if their form is not sent. */
const MAX_AGE_MS = 20 * 60 * 60 * 1_000;
const TOO_OLD = 'We keep files for a day until the form is sent. Please remove this one and choose it again.';
const BROKEN = 'The connection was lost, but your upload so far is saved.';

export type UploadItem = {
  key: number;
  name: string;
  /** In bytes. */
  size: number;
  /** `refused`: trying again doesn't help. */
  state: 'waiting' | 'sending' | 'stored' | 'failed' | 'refused';
  /** Bytes that have arrived. */
  sent: number;
  message: string;
  id: string;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/**
 * Sends files, a few at a time, and goes on where a broken connection left off. `metadata` says whose they are.
 */
export function createUploadQueue(
  metadata: Record<string, string>,
  earlierFiles: readonly StoredFile[],
  onStored: (files: StoredFile[]) => void,
) {
  const uploads = new Map<number, Upload>();
  const listeners = new Set<() => void>();
  let nextKey = 0;
  let items: readonly UploadItem[] = earlierFiles.filter(isWhole).map((file) => ({
    ...file,
    key: nextKey++,
    ...(Date.now() - file.at < MAX_AGE_MS
      ? { state: 'stored' as const, sent: file.size, message: '' }
      : { state: 'refused' as const, sent: 0, message: TOO_OLD }),
  }));

  const stored = () =>
    items.filter(({ state }) => state === 'stored').map(({ id, name, size, at }) => ({ id, name, size, at }));
  const show = (changed: readonly UploadItem[]) => {
    items = changed;
    for (const listener of listeners) listener();
  };
  const change = (key: number, changes: Partial<UploadItem>) =>
    show(items.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const pump = () => {
    const room = MAX_PARALLEL - items.filter(({ state }) => state === 'sending').length;
    for (const { key } of items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room))) {
      change(key, { state: 'sending', message: '' });
      uploads.get(key)?.start();
    }
  };

  const add = (file: File) => {
    const key = nextKey++;
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      metadata: { ...metadata, filename: file.name },
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_AFTER_MS,
      // Its key would not tell whose upload it was.
      storeFingerprintForResuming: false,
      onProgress: (sent) => change(key, { sent }),
      onError: (error) => {
        change(key, failureOf(error));
        pump();
      },
      onSuccess: () => {
        change(key, {
          state: 'stored',
          sent: file.size,
          id: upload.url?.split('/').at(-1) ?? '',
          at: Date.now(),
        });
        onStored(stored());
        pump();
      },
    });
    uploads.set(key, upload);
    show([
      ...items,
      { key, name: file.name, size: file.size, state: 'waiting', sent: 0, message: '', id: '', at: 0 },
    ]);
  };
  const retry = (key: number) => {
    change(key, { state: 'waiting' });
    pump();
  };
  const retryAll = () => {
    for (const { key, state } of items) if (state === 'failed') retry(key);
  };
  addEventListener('online', retryAll);

  return {
    items: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (files: readonly File[]) => {
      files.forEach(add);
      pump();
    },
    retry,
    /** Cancels an upload, or removes the file. */
    remove: async (key: number) => {
      const { id = '' } = items.find((item) => item.key === key) ?? {};
      const upload = uploads.get(key);
      show(items.filter((item) => item.key !== key));
      onStored(stored());
      pump();
      await upload?.abort();
      const url = upload?.url ?? (id && `${ENDPOINT}/${id}`);
      // What cannot be deleted now is deleted later, because no form names it.
      if (url)
        await fetch(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
    },
    /** Waits until nothing is under way. Whether all files have arrived. */
    whenDone: () =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          if (items.some(({ state }) => state === 'waiting' || state === 'sending')) return;
          listeners.delete(look);
          resolve(items.every(({ state }) => state === 'stored'));
        };
        listeners.add(look);
        look();
      }),
    stop: () => {
      removeEventListener('online', retryAll);
      for (const upload of uploads.values()) void upload.abort();
    },
  };
}

/** Drafts are read from the browser's storage. */
const isWhole = ({ id, name, size, at }: Partial<StoredFile>): boolean =>
  typeof id === 'string' && typeof name === 'string' && typeof size === 'number' && typeof at === 'number';

function failureOf(error: Error | DetailedError): Pick<UploadItem, 'state' | 'message'> {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  return {
    state: status >= 400 && status < 500 && status !== 429 ? 'refused' : 'failed',
    message: messageIn(response?.getBody() ?? '') ?? BROKEN,
  };
}

function messageIn(body: string): string | undefined {
  try {
    return JSON.parse(body).message;
  } catch {
    return undefined;
  }
}
