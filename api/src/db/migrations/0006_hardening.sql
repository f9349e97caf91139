CREATE TABLE `limit_times` (
	`key` text PRIMARY KEY NOT NULL,
	`times` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `limit_times_updated` ON `limit_times` (`updated_at`);--> statement-breakpoint
CREATE TABLE `short_search` (
	`list` text NOT NULL,
	`row_id` integer NOT NULL,
	`words` text NOT NULL,
	PRIMARY KEY(`list`, `row_id`)
);
--> statement-breakpoint
DROP INDEX `payments_open`;--> statement-breakpoint
ALTER TABLE `payments` ADD `approved_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `capture_refusal` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `client_network` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `declines` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`created_at`) WHERE status IN ('open', 'processing');--> statement-breakpoint
DROP INDEX `form_submissions_unverified`;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `is_outside_order` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `form_submissions_unverified` ON `form_submissions` (`id`) WHERE order_match IN ('other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
DROP INDEX `on_hold_submissions_unverified`;--> statement-breakpoint
ALTER TABLE `on_hold_submissions` ADD `is_outside_order` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `on_hold_submissions_unverified` ON `on_hold_submissions` (`id`) WHERE order_match IN ('other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
DROP INDEX `voice_agent_form_submissions_unverified`;--> statement-breakpoint
ALTER TABLE `voice_agent_form_submissions` ADD `is_outside_order` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_unverified` ON `voice_agent_form_submissions` (`id`) WHERE order_match IN ('other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
ALTER TABLE `orders` ADD `delivered_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_used_at` integer;