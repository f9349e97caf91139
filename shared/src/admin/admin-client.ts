import { CallError } from '../contracts/call-error.ts';
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

/** The dashboard's calls. Each throws `CallError` and nothing else. */
export function createAdminClient(send: AdminTransport) {
  async function call<Answer>(request: AdminRequest): Promise<Answer> {
    const response = await send(request).catch(() => {
      throw new CallError(0, 'The server could not be reached.');
    });
    const { status, statusText, text } = response;
    if (status < 200 || status > 299) throw new CallError(status, text || statusText);
    try {
      return JSON.parse(text);
    } catch {
      throw new CallError(status, 'The answer could not be read.');
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
  return error instanceof CallError && error.status === 401;
}
