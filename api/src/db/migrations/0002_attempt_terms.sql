ALTER TABLE `payments` ADD `recurring` text;--> statement-breakpoint
UPDATE `payments` SET `look_at` = NULL WHERE `status` = 'paid';--> statement-breakpoint
CREATE INDEX `payments_paid_to_check` ON `payments` (`look_at`) WHERE status = 'paid' AND look_at IS NOT NULL;
