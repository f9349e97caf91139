DROP INDEX `form_submissions_unverified`;--> statement-breakpoint
CREATE INDEX `form_submissions_unverified` ON `form_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
DROP INDEX `on_hold_submissions_unverified`;--> statement-breakpoint
CREATE INDEX `on_hold_submissions_unverified` ON `on_hold_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
DROP INDEX `voice_agent_form_submissions_unverified`;--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_unverified` ON `voice_agent_form_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');--> statement-breakpoint
ALTER TABLE `orders` ADD `key_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_confirmations` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting' AND kind = 'order-confirmation' AND next_attempt_at = due_at;--> statement-breakpoint
-- An erased order's links open nothing.
UPDATE `orders` SET `key_version` = 1 WHERE `email` = '';--> statement-breakpoint
-- A corrected address was only in the outbox. Now it is the order's address, also in the search index.
INSERT OR IGNORE INTO `search_queue` (`order_id`) SELECT `id` FROM `orders` WHERE `email` <> '' AND `email` <> (SELECT `recipient` FROM `outbox` WHERE `outbox`.`order_number` = `orders`.`order_number` AND `kind` = 'order-confirmation' ORDER BY `outbox`.`id` DESC LIMIT 1);--> statement-breakpoint
UPDATE `orders` SET `email` = (SELECT `recipient` FROM `outbox` WHERE `outbox`.`order_number` = `orders`.`order_number` AND `kind` = 'order-confirmation' ORDER BY `outbox`.`id` DESC LIMIT 1) WHERE `id` IN (SELECT `order_id` FROM `search_queue`) AND `email` <> '' AND EXISTS (SELECT 1 FROM `outbox` WHERE `outbox`.`order_number` = `orders`.`order_number` AND `kind` = 'order-confirmation');
