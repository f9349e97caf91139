import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Exemption, Sees } from '@northlight/shared/contracts/customers.ts';
import { instant, indexWhere, references } from './columns.ts';
import { adminUsers } from './people.ts';

/**
 * A business or a person who ordered, was sent a quote, or was imported. Triggers create the rows, keep the name and the figures, and
 * delete those without people; see `customer-figures.ts`.
 */
export const customers = sqliteTable(
  'customers',
  {
    /** Notes and the search index use it, so no other customer may get it later. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The business of the latest order or quote, or the person's name. */
    name: text('name').notNull(),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Who of the team is responsible. */
    responsibleId: integer('responsible_id').references(() => adminUsers.id),
    /** Why no sales tax is charged. Null if it is. */
    exemption: text('exemption', { mode: 'json' }).$type<Exemption>(),
    orders: integer('orders').notNull().default(0),
    /** Paid orders that are not delivered yet. */
    openOrders: integer('open_orders').notNull().default(0),
    /** Recurring payments that go on. */
    recurring: integer('recurring').notNull().default(0),
    /** What was received, without what was refunded. */
    paidCents: integer('paid_cents').notNull().default(0),
    firstAt: instant('first_at').notNull(),
    /** Of the latest order, quote, form, or message. */
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    index('customers_name').on(sql`name COLLATE NOCASE`, table.id),
    index('customers_paid').on(table.paidCents, table.id),
    index('customers_first').on(table.firstAt, table.id),
    index('customers_last').on(table.lastAt, table.id),
    index('customers_responsible').on(table.responsibleId),
    // The list's filters must match these word for word, or SQLite does not use them.
    indexWhere('customers_open', sql`open_orders > 0`, table.id),
    indexWhere('customers_recurring', sql`recurring > 0`, table.id),
    indexWhere('customers_tagged', sql`tags <> '[]'`, table.id),
  ],
);

/** The email addresses of a customer. */
export const customerPeople = sqliteTable(
  'customer_people',
  {
    /** The link to all their orders contains it. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** In lower case. */
    email: text('email').notNull().unique(),
    customerId: references('customer_id', () => customers.id),
    name: text('name').notNull(),
    /** What they may see of what the other people of the customer ordered. */
    sees: text('sees').$type<Sees>().notNull().default('both'),
    /** How often links to one of their orders were ended, which also ends those to all of them. A trigger counts. */
    linksEnded: integer('links_ended').notNull().default(0),
  },
  (table) => [index('customer_people_customer').on(table.customerId)],
);

/** Files of customers, orders, and subscriptions from another system that were imported. */
export const imports = sqliteTable('imports', {
  /** Notes use it, so no other import may get it later. */
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** The name of the file. */
  name: text('name').notNull(),
  /** Null for the command. */
  adminId: integer('admin_id').references(() => adminUsers.id),
  createdAt: instant('created_at').notNull(),
});

/** Customers that were imported: the reason that they are kept without orders and quotes. */
export const importedPeople = sqliteTable(
  'imported_people',
  {
    /** In lower case. */
    email: text('email').primaryKey(),
    importId: references('import_id', () => imports.id),
    name: text('name').notNull(),
    businessName: text('business_name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('imported_people_import').on(table.importId)],
);
