import { CallError } from '../../contracts/call-error.ts';

/** Many proxies reject larger requests. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Sends a file for an order and returns its ID. Resumes after a broken connection. Throws
 * `CallError`. The upload library loads with the first file.
 */
export async function uploadFile(
  file: File,
  order: string,
  onProgress: (share: number) => void,
): Promise<string> {
  const { DetailedError, Upload } = await import('tus-js-client');
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: '/api/files',
      metadata: { order, filename: file.name },
      chunkSize: PIECE_BYTES,
      retryDelays: [0, 1_000, 3_000, 5_000],
      storeFingerprintForResuming: false,
      onProgress: (sent, all) => onProgress(all === 0 ? 1 : sent / all),
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        reject(new CallError(response?.getStatus() ?? 0, response?.getBody() ?? ''));
      },
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    upload.start();
  });
}
