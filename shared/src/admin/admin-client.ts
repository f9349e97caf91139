import { CallError } from '../contracts/call-error.ts';
import {
  ACCEPT_PATH,
  DISCARD_EMAIL_PATH,
  NOTE_PATH,
  pathTo,
  REFUND_PATH,
  RELEASE_PATH,
  SEND_AGAIN_PATH,
  SEND_ALL_AGAIN_PATH,
  WORK_STATUS_PATH,
  type ActionAnswer,
  type CaseSubmission,
  type ChangeWorkStatus,
  type RefundRequest,
} from '../contracts/admin/cases.ts';
import {
  LOGIN_PATH,
  LOGOUT_PATH,
  RESET_PASSWORD_PATH,
  type Login,
  type ResetPassword,
  type SessionAnswer,
} from '../contracts/admin/session.ts';

export type AdminRequest = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** Ends a request whose answer nobody waits for any more. */
  signal?: AbortSignal;
  /** Asks the host alone, for what it kept: a 204 when it kept nothing. */
  isForKept?: boolean;
};
export type AdminResponse = {
  status: number;
  statusText: string;
  text: string;
  /** An ISO time, when the host could not reach the server and gave what it had kept. */
  asOf?: string;
};

/** How a host reaches the server, cookies included. Rejects only when no answer came. */
export type AdminTransport = (request: AdminRequest) => Promise<AdminResponse>;
export type AdminClient = ReturnType<typeof createAdminClient>;

/** The dashboard's calls. Each throws `CallError` and nothing else. What is read comes by `get`: see `query-client.ts`. */
export function createAdminClient(send: AdminTransport, { keepsAnswers = false } = {}) {
  const keptSince = new Map<string, string>();
  async function call<Answer>(request: AdminRequest): Promise<Answer> {
    const response = await send(request).catch(() => {
      throw new CallError(0, 'Couldn’t reach the server.');
    });
    const { status, statusText, text, asOf } = response;
    if (status < 200 || status > 299) throw new CallError(status, text || statusText);
    if (asOf) keptSince.set(request.path, asOf);
    else keptSince.delete(request.path);
    const answer = parse(status, text);
    if (isRefusal(answer)) throw new CallError(status, text);
    return answer as Answer;
  }
  const act = (path: string, body: object) => call<ActionAnswer>({ method: 'POST', path, body });
  return {
    get: <Answer>(path: string, signal?: AbortSignal) =>
      call<Answer>({ method: 'GET', path, ...(signal && { signal }) }),
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
    logIn: (body: Login) => call<SessionAnswer>({ method: 'POST', path: LOGIN_PATH, body }),
    logOut: () => call<SessionAnswer>({ method: 'POST', path: LOGOUT_PATH, body: {} }),
    resetPassword: (body: ResetPassword) =>
      call<SessionAnswer>({ method: 'POST', path: RESET_PASSWORD_PATH, body }),
    addNote: (orderNumber: string, text: string) => act(pathTo(NOTE_PATH, { orderNumber }), { text }),
    setWorkStatus: (orderNumber: string, change: ChangeWorkStatus) =>
      act(pathTo(WORK_STATUS_PATH, { orderNumber }), change),
    /** With a recipient the message goes there instead. */
    sendAgain: (id: number, recipient?: string) =>
      act(pathTo(SEND_AGAIN_PATH, { id }), { ...(recipient && { recipient }) }),
    leaveUnsent: (id: number) => act(pathTo(DISCARD_EMAIL_PATH, { id }), {}),
    /** Everything that was given up. */
    sendAllAgain: () => act(SEND_ALL_AGAIN_PATH, {}),
    /** Out of quarantine. */
    release: ({ form, submission: { id } }: CaseSubmission) => act(pathTo(RELEASE_PATH, { form, id }), {}),
    /** The buyer's own, though nothing shows it. */
    accept: ({ form, submission: { id } }: CaseSubmission) => act(pathTo(ACCEPT_PATH, { form, id }), {}),
    refund: (paymentId: number, body: RefundRequest) => act(pathTo(REFUND_PATH, { id: paymentId }), body),
  };
}

function parse(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CallError(status, 'Couldn’t read the server’s response.');
  }
}

/** Some calls fail with an OK status and a body that says so. */
function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false;
}

export function isLoggedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}
