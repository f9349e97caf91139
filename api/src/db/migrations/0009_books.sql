ALTER TABLE `customers` ADD `exemption` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `amount_cents` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `tax_cents` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `state` text;--> statement-breakpoint
CREATE INDEX `invoices_created` ON `invoices` (`created_at`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_to_fill` ON `invoices` (`number`) WHERE amount_cents IS NULL;