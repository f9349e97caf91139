DROP INDEX `payments_open`;--> statement-breakpoint
ALTER TABLE `payments` ADD `capture_refusal` text;--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`created_at`) WHERE status IN ('open', 'processing');--> statement-breakpoint
ALTER TABLE `orders` ADD `email_confirmed_at` integer;