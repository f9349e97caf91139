import type { ErrorAnswer } from '../contracts/errors.ts';
import { ORDERS_PATH, type OrdersAnswer } from '../contracts/orders.ts';
import {
  AUTH_STATUS_PATH,
  LOGIN_PATH,
  LOGOUT_PATH,
  RESET_PASSWORD_PATH,
  type AuthStatusAnswer,
  type Login,
  type ResetPassword,
  type SessionAnswer,
} from '../contracts/session.ts';

export type AdminRequest = { method: 'GET' | 'POST'; path: string; body?: unknown };
export type AdminResponse = { status: number; statusText: string; text: string };

/** How a host reaches the server, cookies included. Rejects only when no answer came. */
export type AdminTransport = (request: AdminRequest) => Promise<AdminResponse>;
export type AdminClient = ReturnType<typeof createAdminClient>;

/** A call that did not succeed. `message` is the status code, a colon and the body, as the specification prints it. */
export class AdminCallError extends Error {
  override readonly name = 'AdminCallError';
  /** 0 when no answer arrived. */
  readonly status: number;
  readonly answer: ErrorAnswer | null;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    this.answer = errorAnswer(body);
  }
}

/** The dashboard's calls. Each throws `AdminCallError` and nothing else. */
export function createAdminClient(send: AdminTransport) {
  async function call<Answer>(request: AdminRequest): Promise<Answer> {
    const response = await send(request).catch(() => {
      throw new AdminCallError(0, 'The server could not be reached.');
    });
    const { status, statusText, text } = response;
    if (status < 200 || status > 299) throw new AdminCallError(status, text || statusText);
    try {
      return JSON.parse(text);
    } catch {
      throw new AdminCallError(status, 'The answer could not be read.');
    }
  }
  return {
    authStatus: () => call<AuthStatusAnswer>({ method: 'GET', path: AUTH_STATUS_PATH }),
    logIn: (body: Login) => call<SessionAnswer>({ method: 'POST', path: LOGIN_PATH, body }),
    logOut: () => call<SessionAnswer>({ method: 'POST', path: LOGOUT_PATH, body: {} }),
    resetPassword: (body: ResetPassword) =>
      call<SessionAnswer>({ method: 'POST', path: RESET_PASSWORD_PATH, body }),
    orders: () => call<OrdersAnswer>({ method: 'GET', path: ORDERS_PATH }),
  };
}

export function isLoggedOut(error: unknown): boolean {
  return error instanceof AdminCallError && error.status === 401;
}

/** What to tell people: the server's own words, or one text for a mute answer and one for none at all. */
export function failureText(error: unknown, mute: string, unreachable: string): string {
  if (!(error instanceof AdminCallError) || error.status === 0) return unreachable;
  return error.answer?.message || mute;
}

function errorAnswer(body: string): ErrorAnswer | null {
  try {
    const answer: unknown = JSON.parse(body);
    return isErrorAnswer(answer) ? answer : null;
  } catch {
    return null;
  }
}

function isErrorAnswer(value: unknown): value is ErrorAnswer {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}
