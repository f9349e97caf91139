import { ABOUT_PATH } from '@northlight/shared/contracts/shop/about.ts';
import { CASE_PATH } from '@northlight/shared/contracts/admin/cases.ts';
import { ORDERS_PATH } from '@northlight/shared/contracts/admin/orders.ts';
import { OVERVIEW_PATH } from '@northlight/shared/contracts/admin/overview.ts';
import { AUTH_STATUS_PATH } from '@northlight/shared/contracts/admin/session.ts';
import {
  ON_HOLD_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_PATH,
  WEBSITE_SUBMISSIONS_PATH,
} from '@northlight/shared/contracts/admin/submissions.ts';

const KEPT = new Set([
  ABOUT_PATH,
  AUTH_STATUS_PATH,
  OVERVIEW_PATH,
  ORDERS_PATH,
  WEBSITE_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_PATH,
  ON_HOLD_SUBMISSIONS_PATH,
]);
const CASES = CASE_PATH.replace(':orderNumber', '');

/** Whose answers stay readable while the server cannot be reached. */
export const isKeptPath = (pathname: string): boolean => KEPT.has(pathname) || pathname.startsWith(CASES);
