DROP INDEX `form_submissions_unverified`;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `is_outside_order` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `form_submissions_unverified` ON `form_submissions` (`id`) WHERE order_match IN ('other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
DROP INDEX `on_hold_submissions_unverified`;--> statement-breakpoint
ALTER TABLE `on_hold_submissions` ADD `is_outside_order` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `on_hold_submissions_unverified` ON `on_hold_submissions` (`id`) WHERE order_match IN ('other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
DROP INDEX `voice_agent_form_submissions_unverified`;--> statement-breakpoint
ALTER TABLE `voice_agent_form_submissions` ADD `is_outside_order` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_unverified` ON `voice_agent_form_submissions` (`id`) WHERE order_match IN ('other-email', 'unpaid-order', 'unknown-order');