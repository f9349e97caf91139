ALTER TABLE `agreements` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `agreements` ADD `refusals` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `agreements` ADD `paid_back` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `capture_sent_at` integer;--> statement-breakpoint
CREATE INDEX `payments_failed` ON `payments` (`created_at`) WHERE status = 'failed' AND provider_payment_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `next_check_at` integer;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `charge_id` text;