CREATE TABLE `answer_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`form` text NOT NULL,
	`submission_id` integer NOT NULL,
	`answers` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `answer_versions_form` ON `answer_versions` (`form`,`submission_id`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`service_id` text NOT NULL,
	`version` integer NOT NULL,
	`note` text NOT NULL,
	`link` text NOT NULL,
	`phone` text NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`answer` text,
	`change` text,
	`answered_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_version` ON `deliveries` (`order_number`,`service_id`,`version`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`number` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`refund_id` integer,
	`charge_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`charge_id`) REFERENCES `charges`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_refund_id_unique` ON `invoices` (`refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_charge_id_unique` ON `invoices` (`charge_id`);--> statement-breakpoint
CREATE INDEX `invoices_order` ON `invoices` (`order_id`);--> statement-breakpoint
CREATE TABLE `order_files` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`order_number` text,
	`submission_key` text,
	`delivery_id` integer,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`hash`) REFERENCES `stored_files`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_files_order` ON `order_files` (`order_number`);--> statement-breakpoint
CREATE INDEX `order_files_hash` ON `order_files` (`hash`);--> statement-breakpoint
CREATE INDEX `order_files_unsent` ON `order_files` (`created_at`) WHERE order_number IS NULL;--> statement-breakpoint
CREATE TABLE `order_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`key` text NOT NULL,
	`admin_id` integer,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_messages_key_unique` ON `order_messages` (`key`);--> statement-breakpoint
CREATE INDEX `order_messages_order` ON `order_messages` (`order_number`);--> statement-breakpoint
CREATE TABLE `promises` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`service_id` text NOT NULL,
	`kind` text NOT NULL,
	`started_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`left_ms` integer,
	`kept_at` integer
);
--> statement-breakpoint
CREATE INDEX `promises_order` ON `promises` (`order_number`);--> statement-breakpoint
CREATE INDEX `promises_running` ON `promises` (`due_at`) WHERE kept_at IS NULL AND left_ms IS NULL;--> statement-breakpoint
CREATE INDEX `promises_kept` ON `promises` (`kept_at`,`due_at`);--> statement-breakpoint
CREATE TABLE `stored_files` (
	`hash` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`media_type` text NOT NULL,
	`has_preview` integer
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_case_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_case_events`("id", "order_number", "kind", "text", "admin_id", "created_at") SELECT "id", "order_number", "kind", "text", "admin_id", "created_at" FROM `case_events`;--> statement-breakpoint
DROP TABLE `case_events`;--> statement-breakpoint
ALTER TABLE `__new_case_events` RENAME TO `case_events`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `case_events_order` ON `case_events` (`order_number`);--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `due_at` integer;--> statement-breakpoint
CREATE INDEX `form_submissions_due` ON `form_submissions` (CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END,`id`);--> statement-breakpoint
ALTER TABLE `on_hold_submissions` ADD `due_at` integer;--> statement-breakpoint
CREATE INDEX `on_hold_submissions_due` ON `on_hold_submissions` (CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END,`id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `due_at` integer;--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END,`id`);--> statement-breakpoint
ALTER TABLE `voice_agent_form_submissions` ADD `due_at` integer;--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_due` ON `voice_agent_form_submissions` (CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END,`id`);