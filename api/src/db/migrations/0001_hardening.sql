-- By hand: the old default of the column meant owner. Any other unknown role had no rights.
UPDATE `admin_users` SET `role` = 'owner' WHERE `role` = 'admin';--> statement-breakpoint
UPDATE `admin_users` SET `role` = 'accountant', `is_active` = 0 WHERE `role` NOT IN ('owner', 'staff', 'accountant');--> statement-breakpoint
-- By hand: where the audit log begins.
INSERT INTO `sequence_counter` (`name`, `current_value`) SELECT 'audit entries deleted', coalesce(min(`id`) - 1, 0) FROM `audit_log`;--> statement-breakpoint
-- Generated, but without the columns of admin_users that are new here.
DROP INDEX `form_submissions_unverified`;--> statement-breakpoint
CREATE INDEX `form_submissions_unverified` ON `form_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
DROP INDEX `on_hold_submissions_unverified`;--> statement-breakpoint
CREATE INDEX `on_hold_submissions_unverified` ON `on_hold_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
DROP INDEX `voice_agent_form_submissions_unverified`;--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_unverified` ON `voice_agent_form_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
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
	`invitation_age_ms` integer DEFAULT 0 NOT NULL,
	`invitation_counted_at` integer,
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
ALTER TABLE `agreements` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `agreements` ADD `refusals` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `agreements` ADD `paid_back` text;--> statement-breakpoint
ALTER TABLE `case_events` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `case_events_key_unique` ON `case_events` (`key`);--> statement-breakpoint
ALTER TABLE `order_files` ADD `client_network` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `key_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `capture_sent_at` integer;--> statement-breakpoint
CREATE INDEX `payments_failed` ON `payments` (`created_at`) WHERE status = 'failed' AND provider_payment_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `next_check_at` integer;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `charge_id` text;--> statement-breakpoint
CREATE INDEX `outbox_confirmations` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting' AND kind = 'order-confirmation' AND next_attempt_at = due_at;--> statement-breakpoint
-- By hand. An erased order's links open nothing.
UPDATE `orders` SET `key_version` = 1 WHERE `email` = '';--> statement-breakpoint
-- A corrected address was only in the outbox. Now it is the order's address, also in the search index.
INSERT OR IGNORE INTO `search_queue` (`order_id`) SELECT `id` FROM `orders` WHERE `email` <> '' AND `email` <> (SELECT `recipient` FROM `outbox` WHERE `outbox`.`order_number` = `orders`.`order_number` AND `kind` = 'order-confirmation' ORDER BY `outbox`.`id` DESC LIMIT 1);--> statement-breakpoint
UPDATE `orders` SET `email` = (SELECT `recipient` FROM `outbox` WHERE `outbox`.`order_number` = `orders`.`order_number` AND `kind` = 'order-confirmation' ORDER BY `outbox`.`id` DESC LIMIT 1) WHERE `id` IN (SELECT `order_id` FROM `search_queue`) AND `email` <> '' AND EXISTS (SELECT 1 FROM `outbox` WHERE `outbox`.`order_number` = `orders`.`order_number` AND `kind` = 'order-confirmation');
