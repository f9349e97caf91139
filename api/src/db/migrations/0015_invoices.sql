DROP INDEX `invoices_charge_id_unique`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `refunded_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_own` ON `invoices` (`order_id`) WHERE refund_id IS NULL AND charge_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_charge` ON `invoices` (`charge_id`,`refunded_cents`);