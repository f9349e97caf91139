CREATE TABLE `limit_times` (
	`key` text PRIMARY KEY NOT NULL,
	`times` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `limit_times_updated` ON `limit_times` (`updated_at`);--> statement-breakpoint
DROP INDEX `payments_open`;--> statement-breakpoint
ALTER TABLE `payments` ADD `approved_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `capture_refusal` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `client_network` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `declines` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`created_at`) WHERE status IN ('open', 'processing');--> statement-breakpoint
ALTER TABLE `orders` ADD `delivered_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_used_at` integer;