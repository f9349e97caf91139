import type { AuthStatusAnswer } from '../../contracts/admin/session.ts';
import { pathOf } from '../../contracts/call-path.ts';

export const AUTH_STATUS_KEY = [pathOf('GET /api/admin/auth-status')] as const;
export const LOGGED_IN: AuthStatusAnswer = { isAuthenticated: true };
export const LOGGED_OUT: AuthStatusAnswer = { isAuthenticated: false };
