import * as z from 'zod/mini';
import { type EndpointTable, act, call, seenVersion, shownVersion } from './endpoint.ts';
import type { Right } from './rights.ts';

/** What people can be told about. `desktop`: whether the desktop app can notify about it. */
export const NOTICES = {
  orders: { label: 'New orders', right: 'read', desktop: true },
  forms: { label: 'New and corrected forms', right: 'work', desktop: true },
  work: {
    label: 'Messages, approvals, change requests, new files, and work that’s due soon',
    right: 'work',
    desktop: false,
  },
  payments: { label: 'Payments to review', right: 'read', desktop: false },
  mine: {
    label: 'Orders and customers that you become responsible for, and notes that mention you',
    right: 'work',
    desktop: false,
  },
} as const satisfies Record<string, { label: string; right: Right; desktop: boolean }>;
export type Notice = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as Notice[];

const kinds = z
  .array(z.enum(['orders', 'forms', 'work', 'payments', 'mine'], 'Unknown notice'))
  .check(z.maxLength(10));

/** What a person is told by email, besides the mailbox of the business, and on the desktop. */
export const NoticeChoice = z.object({ email: kinds, desktop: kinds });
export type NoticeChoice = z.infer<typeof NoticeChoice>;

/** Until a person chooses. */
export const DEFAULT_NOTICES: NoticeChoice = { email: ['mine'], desktop: ['orders', 'forms'] };

export const NoticesResponse = z.extend(NoticeChoice, {
  version: shownVersion,
  success: z.literal(true),
  address: z.string(),
});

export const noticeEndpoints = {
  'GET /api/json/notices': call('self', 'Returns the caller’s notification settings.', NoticesResponse),
  'POST /api/admin/notices': act('self', 'Changes the caller’s notification settings.', {
    body: z.extend(NoticeChoice, { version: seenVersion }),
  }),
} satisfies EndpointTable;
