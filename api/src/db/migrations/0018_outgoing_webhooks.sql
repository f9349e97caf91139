CREATE TABLE `webhook_endpoints` (
	`id` integer PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`is_on` integer DEFAULT true NOT NULL,
	`secret_version` integer DEFAULT 1 NOT NULL,
	`rotated_at` integer,
	`failing_since` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`endpoint_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`event` text NOT NULL,
	`order_number` text,
	`body` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`answer_status` integer,
	`answer_text` text,
	`answer_ms` integer,
	`tried_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_messages_event` ON `webhook_messages` (`endpoint_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_messages_waiting` ON `webhook_messages` (`next_attempt_at`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_messages_log` ON `webhook_messages` (`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_messages_order` ON `webhook_messages` (`order_number`);--> statement-breakpoint
CREATE INDEX `webhook_messages_created` ON `webhook_messages` (`created_at`);