-- By hand: the old default of the column meant owner. Any other unknown role had no rights.
UPDATE `admin_users` SET `role` = 'owner' WHERE `role` = 'admin';--> statement-breakpoint
UPDATE `admin_users` SET `role` = 'accountant', `is_active` = 0 WHERE `role` NOT IN ('owner', 'staff', 'accountant');--> statement-breakpoint
-- By hand: where the audit log begins.
INSERT INTO `sequence_counter` (`name`, `current_value`) SELECT 'audit entries deleted', coalesce(min(`id`) - 1, 0) FROM `audit_log`;--> statement-breakpoint
-- Generated.
DROP INDEX `webhook_messages_waiting`;--> statement-breakpoint
CREATE INDEX `webhook_messages_waiting` ON `webhook_messages` (`endpoint_id`,`next_attempt_at`) WHERE status = 'waiting';--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_admin_users` (
	`id` integer PRIMARY KEY NOT NULL,
	`username` text(50) NOT NULL,
	`password` text NOT NULL,
	`email` text(100) NOT NULL,
	`first_name` text(50),
	`last_name` text(50),
	`role` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`last_login` integer,
	`notices` text,
	`invited_at` integer,
	`totp_secret` text,
	`totp_step` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "admin_users_role" CHECK(role IN ('owner', 'staff', 'accountant'))
);
--> statement-breakpoint
INSERT INTO `__new_admin_users`("id", "username", "password", "email", "first_name", "last_name", "role", "is_active", "last_login", "notices", "invited_at", "totp_secret", "totp_step", "created_at", "updated_at") SELECT "id", "username", "password", "email", "first_name", "last_name", "role", "is_active", "last_login", "notices", "invited_at", "totp_secret", "totp_step", "created_at", "updated_at" FROM `admin_users`;--> statement-breakpoint
DROP TABLE `admin_users`;--> statement-breakpoint
ALTER TABLE `__new_admin_users` RENAME TO `admin_users`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `admin_users_username_unique` ON `admin_users` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `admin_users_email_unique` ON `admin_users` (`email`);--> statement-breakpoint
ALTER TABLE `case_events` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `case_events_key_unique` ON `case_events` (`key`);