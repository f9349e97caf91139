CREATE TABLE `case_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `case_events_order` ON `case_events` (`order_number`);--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `work_status` text DEFAULT 'new' NOT NULL;--> statement-breakpoint
CREATE INDEX `form_submissions_time` ON `form_submissions` (`timestamp`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_work` ON `form_submissions` (`work_status`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_quarantine` ON `form_submissions` (`id`) WHERE quarantine_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `form_submissions_unverified` ON `form_submissions` (`id`) WHERE order_match IN ('other-email', 'unknown-order');--> statement-breakpoint
ALTER TABLE `on_hold_submissions` ADD `work_status` text DEFAULT 'new' NOT NULL;--> statement-breakpoint
CREATE INDEX `on_hold_submissions_time` ON `on_hold_submissions` (`timestamp`,`id`);--> statement-breakpoint
CREATE INDEX `on_hold_submissions_work` ON `on_hold_submissions` (`work_status`,`id`);--> statement-breakpoint
CREATE INDEX `on_hold_submissions_quarantine` ON `on_hold_submissions` (`id`) WHERE quarantine_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `on_hold_submissions_unverified` ON `on_hold_submissions` (`id`) WHERE order_match IN ('other-email', 'unknown-order');--> statement-breakpoint
ALTER TABLE `orders` ADD `missing_forms` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `work_status` text DEFAULT 'new' NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_amount` ON `orders` (`initial_payment_cents`,`id`);--> statement-breakpoint
CREATE INDEX `orders_business` ON `orders` (business_name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `orders_payment` ON `orders` (`payment_status`,`id`);--> statement-breakpoint
CREATE INDEX `orders_work` ON `orders` (`work_status`,`id`);--> statement-breakpoint
CREATE INDEX `orders_review` ON `orders` (`id`) WHERE review_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_forms` ON `orders` (`id`) WHERE missing_forms <> '[]';--> statement-breakpoint
CREATE INDEX `orders_website` ON `orders` (`id`) WHERE service_types LIKE '%"website"%';--> statement-breakpoint
CREATE INDEX `orders_voice` ON `orders` (`id`) WHERE service_types LIKE '%"voice"%';--> statement-breakpoint
CREATE INDEX `orders_onhold` ON `orders` (`id`) WHERE service_types LIKE '%"onhold"%';--> statement-breakpoint
ALTER TABLE `voice_agent_form_submissions` ADD `work_status` text DEFAULT 'new' NOT NULL;--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_type` ON `voice_agent_form_submissions` (`form_type`,`id`);--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_time` ON `voice_agent_form_submissions` (`timestamp`,`id`);--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_work` ON `voice_agent_form_submissions` (`work_status`,`id`);--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_quarantine` ON `voice_agent_form_submissions` (`id`) WHERE quarantine_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_unverified` ON `voice_agent_form_submissions` (`id`) WHERE order_match IN ('other-email', 'unknown-order');--> statement-breakpoint
CREATE INDEX `outbox_unsent` ON `outbox` (`created_at`) WHERE status = 'given-up' OR (status = 'waiting' AND attempts > 1);--> statement-breakpoint
UPDATE `orders` SET `missing_forms` = `service_types`;--> statement-breakpoint
CREATE VIRTUAL TABLE `orders_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE VIRTUAL TABLE `form_submissions_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE VIRTUAL TABLE `voice_agent_form_submissions_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE VIRTUAL TABLE `on_hold_submissions_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO `orders_search` (rowid, words) SELECT `id`, `order_number` || char(10) || `first_name` || ' ' || `last_name` || char(10) || `email` || char(10) || `phone` || char(10) || `business_name` || char(10) || `business_description` FROM `orders`;
