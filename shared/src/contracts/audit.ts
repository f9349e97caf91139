import * as z from 'zod/mini';
import { type EndpointTable, download, success, call } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { line, numberInQuery } from './texts.ts';

export const AUDIT_KINDS = ['login', 'change', 'export'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const ListAudit = z.object({
  /** Matches the person, the address, the record, and what was done. */
  q: z.optional(line(100)),
  kind: z.optional(z.enum(AUDIT_KINDS, `kind must be one of: ${AUDIT_KINDS.join(', ')}`)),
  /** Days in the studio's time zone, inclusive. */
  from: listQuery.from,
  to: listQuery.to,
  /** The ID of the last entry of the page before. */
  cursor: z.optional(numberInQuery(/^[1-9]\d{0,14}$/, 'cursor must be a whole number')),
});
export type ListAudit = z.infer<typeof ListAudit>;

export const AuditLine = z.object({
  id: z.int(),
  at: z.string(),
  who: z.string(),
  /** Empty for a command on the server. */
  address: z.string(),
  /** What they did, such as "Invited grace@studio.example as Staff". */
  text: z.string(),
  /** The order or request that it was about. Null for others. */
  orderNumber: z.nullable(z.string()),
  /** What a change gave another value, with the old and the new one. */
  detail: z.string(),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** Newest first. */
export const AuditResponse = success({
  entries: z.array(AuditLine),
  nextCursor: z.nullable(z.string()),
  /** What checks on the server that no entry was changed. Absent in older responses. */
  command: z.optional(z.string()),
});
export type AuditResponse = z.infer<typeof AuditResponse>;

export const auditEndpoints = {
  'GET /api/json/audit': call('manage', 'Lists who did what.', AuditResponse, { query: ListAudit }),
  'GET /api/json/audit.csv': download('manage', 'Downloads the audit log as a spreadsheet.', ListAudit),
} satisfies EndpointTable;
