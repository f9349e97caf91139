import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { caseId, instant, indexWhere } from './columns.ts';
import { deliveries } from './fulfillment.ts';
import { adminUsers } from './people.ts';

/** A file's content, stored once in DATA_DIR/files under its hash. */
export const storedFiles = sqliteTable('stored_files', {
  /** SHA-256 in hexadecimal. */
  hash: text('hash').primaryKey(),
  size: integer('size').notNull(),
  /** Detected from the content. */
  mediaType: text('media_type').notNull(),
  /** Null until the preview worker has seen it. Files that are no pictures have none. */
  hasPreview: integer('has_preview', { mode: 'boolean' }),
});

/** A file of a case, or of a form that is not sent yet. */
export const orderFiles = sqliteTable(
  'order_files',
  {
    id: text('id').primaryKey(),
    hash: text('hash')
      .notNull()
      .references(() => storedFiles.hash),
    name: text('name').notNull(),
    /** Null until the form is sent. */
    caseId: caseId(),
    /** The key of the form it was attached to. */
    submissionKey: text('submission_key'),
    /** The version it belongs to. Null for the customer's files. */
    deliveryId: integer('delivery_id').references(() => deliveries.id),
    /** Null for the customer. */
    adminId: integer('admin_id').references(() => adminUsers.id),
    /** Of the sender, until the form is sent. */
    clientNetwork: text('client_network'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('order_files_case').on(table.caseId),
    index('order_files_hash').on(table.hash),
    indexWhere('order_files_unsent', sql`case_id IS NULL`, table.createdAt),
  ],
);
