import { createCall, exchange, type ApiRequest, type ApiResponse } from '../../contracts/call-client.ts';
import { CallError } from '../../contracts/call-error.ts';
import { fillPath } from '../../contracts/call-path.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';

export type AdminRequest = ApiRequest & {
  /** Aborts a request whose response is no longer needed. */
  signal?: AbortSignal;
  /** Reads the host's cache without asking the server. The response is 204 when nothing is cached. */
  isCacheOnly?: boolean;
};
export type AdminResponse = ApiResponse & {
  /**
   * When the response was cached, as an ISO time. Set when it comes from the host's cache because the server
   * is unreachable.
   */
  asOf?: string;
};

/** Sends a request to the server, with cookies. Rejects only when there is no response. */
export type AdminTransport = (request: AdminRequest) => Promise<AdminResponse>;
export type AdminClient = ReturnType<typeof createAdminClient>;

/** Asks the administrator for their second factor. Resolves to false when they cancel. */
export type Confirm = () => Promise<boolean>;

/** The dashboard's API calls. Each throws only `CallError`. Queries use `get`; see `query-client.ts`. */
export function createAdminClient(
  send: AdminTransport,
  { hasCache = false, confirm = async () => false }: { hasCache?: boolean; confirm?: Confirm } = {},
) {
  const cachedSince = new Map<string, string>();
  const sendAndTrackCache = async (request: AdminRequest): Promise<AdminResponse> => {
    const response = await send(request);
    if (response.asOf) cachedSince.set(request.path, response.asOf);
    else if (response.status < 300) cachedSince.delete(request.path);
    return response;
  };
  return {
    call: createCall(async (request) => {
      const response = await sendAndTrackCache(request);
      return isConfirmWanted(response) && (await confirm()) ? sendAndTrackCache(request) : response;
    }),
    get: <Data>(path: string, signal?: AbortSignal) =>
      exchange<Data, AdminRequest>(sendAndTrackCache, { method: 'GET', path, ...(signal && { signal }) }),
    /** Sends a file for the pages, and returns its name. `key` is that of a medium of `shared/src/content`. */
    upload: (key: string, file: Blob) =>
      exchange<ResponseOf<'POST /api/json/shop/media/:key'>, AdminRequest>(sendAndTrackCache, {
        method: 'POST',
        path: fillPath('POST /api/json/shop/media/:key', { key }),
        body: file,
      }),
    /** The cached response of a path, or null. */
    getCached: async <Data>(path: string, signal?: AbortSignal): Promise<Data | null> => {
      if (!hasCache) return null;
      const request = { method: 'GET', path, isCacheOnly: true, ...(signal && { signal }) } as const;
      try {
        const { status, text } = await send(request);
        return status === 200 ? JSON.parse(text) : null;
      } catch {
        return null;
      }
    },
    /** When the last response of a path was cached. Undefined if it came from the server. */
    asOf: (path: string) => cachedSince.get(path),
  };
}

/** The server wants the second factor again first. */
const isConfirmWanted = ({ status, text }: AdminResponse): boolean =>
  status === 403 && new CallError(status, text).response?.code === 'confirm_first';

/** The shop did not answer, or something in front of it did. */
export const isSilence = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 502);

export function isLoggedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}
