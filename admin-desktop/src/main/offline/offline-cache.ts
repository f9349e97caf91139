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
import { createVault, type Crypt } from '../files/vault.ts';
import { createCachedResponses, type CachedResponse } from './cached-responses.ts';

export type { CachedResponse };
export type OfflineCache = ReturnType<typeof createOfflineCache>;

const CACHEABLE = new Set([
  ABOUT_PATH,
  AUTH_STATUS_PATH,
  OVERVIEW_PATH,
  ORDERS_PATH,
  WEBSITE_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_PATH,
  ON_HOLD_SUBMISSIONS_PATH,
]);
const CASES = CASE_PATH.replace(':orderNumber', '');

/** The last responses of one server, encrypted in `folder`. */
export const createOfflineCache = (folder: string, crypt: Crypt, now: () => Date) =>
  createCachedResponses(createVault(folder, crypt), now);

/** Whether the responses of a path stay readable while the server cannot be reached. */
export const isCacheablePath = (pathname: string): boolean =>
  CACHEABLE.has(pathname) || pathname.startsWith(CASES);
