import { AUTH_STATUS_PATH, type AuthStatusAnswer } from '../../contracts/admin/session.ts';

export const AUTH_STATUS_KEY = [AUTH_STATUS_PATH] as const;
export const LOGGED_IN: AuthStatusAnswer = { isAuthenticated: true };
export const LOGGED_OUT: AuthStatusAnswer = { isAuthenticated: false };
