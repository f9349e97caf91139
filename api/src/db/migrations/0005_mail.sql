CREATE TABLE `__new_outbox` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`order_number` text,
	`payload` text,
	`recipient` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`leased_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "kind", "key", "order_number", "payload", "recipient", "status", "attempts", "due_at", "next_attempt_at", "last_error", "created_at", "sent_at") SELECT "id", "kind", "key", "order_number", "payload", "recipient", "status", "attempts", "created_at", "next_attempt_at", "last_error", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key_unique` ON `outbox` (`key`);--> statement-breakpoint
CREATE INDEX `outbox_mail` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting' AND kind <> 'newsletter';--> statement-breakpoint
CREATE INDEX `outbox_newsletter` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting' AND kind = 'newsletter';--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`order_number`);--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`due_at`) WHERE status = 'given-up';--> statement-breakpoint
ALTER TABLE `orders` ADD `reminders_stopped_at` integer;--> statement-breakpoint
CREATE TABLE `sent_mails` (
	`outbox_id` integer PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`answer` text NOT NULL,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE no action
);
