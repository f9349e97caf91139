CREATE TABLE `form_submissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`submission_key` text,
	`content_hash` text NOT NULL,
	`order_number` text NOT NULL,
	`order_match` text NOT NULL,
	`quarantine_reason` text,
	`timestamp` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`project` text NOT NULL,
	`package` text NOT NULL,
	`hosting` text NOT NULL,
	`billing` text NOT NULL,
	`description` text NOT NULL,
	`colors` text NOT NULL,
	`fonts` text NOT NULL,
	`text` text NOT NULL,
	`addons` text NOT NULL,
	`notes` text NOT NULL,
	`deadline` text NOT NULL,
	`reference_urls` text NOT NULL,
	`contact_info` text NOT NULL,
	`services` text NOT NULL,
	`address` text NOT NULL,
	`social_media` text NOT NULL,
	`testimonials` text NOT NULL,
	`mailchimp_status` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `form_submissions_sent` ON `form_submissions` (`submission_key`,`content_hash`);--> statement-breakpoint
CREATE INDEX `form_submissions_order` ON `form_submissions` (`order_number`);--> statement-breakpoint
CREATE TABLE `on_hold_submissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`submission_key` text,
	`content_hash` text NOT NULL,
	`order_number` text NOT NULL,
	`order_match` text NOT NULL,
	`quarantine_reason` text,
	`timestamp` integer NOT NULL,
	`business_name` text NOT NULL,
	`business_niche` text NOT NULL,
	`custom_message` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `on_hold_submissions_sent` ON `on_hold_submissions` (`submission_key`,`content_hash`);--> statement-breakpoint
CREATE INDEX `on_hold_submissions_order` ON `on_hold_submissions` (`order_number`);--> statement-breakpoint
CREATE TABLE `voice_agent_form_submissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`submission_key` text,
	`content_hash` text NOT NULL,
	`order_number` text NOT NULL,
	`order_match` text NOT NULL,
	`quarantine_reason` text,
	`timestamp` integer NOT NULL,
	`form_type` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`business_name` text NOT NULL,
	`phone` text NOT NULL,
	`business_description` text NOT NULL,
	`image_url` text NOT NULL,
	`notes` text NOT NULL,
	`dental` text,
	`mailchimp_status` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `voice_agent_form_submissions_sent` ON `voice_agent_form_submissions` (`submission_key`,`content_hash`);--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_order` ON `voice_agent_form_submissions` (`order_number`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`order_number` text NOT NULL,
	`payload` text,
	`recipient` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "kind", "key", "order_number", "payload", "recipient", "status", "attempts", "next_attempt_at", "last_error", "created_at", "sent_at") SELECT "id", "kind", "key", (SELECT "order_number" FROM `orders` WHERE `orders`."id" = `outbox`."order_id"), NULL, "recipient", "status", "attempts", "next_attempt_at", "last_error", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key_unique` ON `outbox` (`key`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`order_number`);