import { createCall, exchange, type ApiRequest, type ApiResponse } from '../contracts/call-client.ts';
import { CallError } from '../contracts/call-error.ts';

export type AdminRequest = ApiRequest & {
  /** Ends a request whose answer nobody waits for any more. */
  signal?: AbortSignal;
  /** Asks the host alone, for what it kept: a 204 when it kept nothing. */
  isForKept?: boolean;
};
export type AdminResponse = ApiResponse & {
  /** An ISO time, when the host could not reach the server and gave what it had kept. */
  asOf?: string;
};

/** How a host reaches the server, cookies included. Rejects only when no answer came. */
export type AdminTransport = (request: AdminRequest) => Promise<AdminResponse>;
export type AdminClient = ReturnType<typeof createAdminClient>;

/** The dashboard's calls. Each throws `CallError` and nothing else. What is read comes by `get`: see `query-client.ts`. */
export function createAdminClient(send: AdminTransport, { keepsAnswers = false } = {}) {
  const keptSince = new Map<string, string>();
  const sendAndNote = async (request: AdminRequest): Promise<AdminResponse> => {
    const response = await send(request);
    if (response.asOf) keptSince.set(request.path, response.asOf);
    else if (response.status < 300) keptSince.delete(request.path);
    return response;
  };
  return {
    call: createCall(sendAndNote),
    get: <Answer>(path: string, signal?: AbortSignal) =>
      exchange<Answer, AdminRequest>(sendAndNote, { method: 'GET', path, ...(signal && { signal }) }),
    /** What the host kept of a path; null when that is nothing. */
    getKept: async <Answer>(path: string, signal?: AbortSignal): Promise<Answer | null> => {
      if (!keepsAnswers) return null;
      const request = { method: 'GET', path, isForKept: true, ...(signal && { signal }) } as const;
      try {
        const { status, text } = await send(request);
        return status === 200 ? JSON.parse(text) : null;
      } catch {
        return null;
      }
    },
    /** Since when the last answer of a path was kept; undefined when the server itself gave it. */
    asOf: (path: string) => keptSince.get(path),
  };
}

export function isLoggedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}
