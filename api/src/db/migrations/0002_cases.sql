-- Triggers name the columns that go. They are made again after the migrations.
DROP TRIGGER IF EXISTS customer_delete;--> statement-breakpoint
DROP TRIGGER IF EXISTS customer_order_messages_contact;--> statement-breakpoint
ALTER TABLE `orders` ADD `case_id` text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE `orders` ADD `is_extra` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `orders` SET `case_id` = coalesce(`addon_to`, `order_number`), `is_extra` = `addon_to` IS NOT NULL;--> statement-breakpoint
DROP INDEX `orders_addon`;--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `addon_to`;--> statement-breakpoint
CREATE INDEX `orders_case` ON `orders` (`case_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_first` ON `orders` (`case_id`) WHERE is_extra = 0;--> statement-breakpoint
ALTER TABLE `quotes` ADD `case_id` text NOT NULL DEFAULT '';--> statement-breakpoint
-- A quote for an order is on its case, unless somebody else got it.
UPDATE `quotes` SET `case_id` = coalesce(`order_number`, (SELECT `about_order` WHERE NOT EXISTS (
	SELECT 1 FROM `orders` WHERE orders.order_number = quotes.about_order AND lower(orders.email) <> lower(quotes.email))), `number`);--> statement-breakpoint
DROP INDEX `quotes_order`;--> statement-breakpoint
CREATE INDEX `quotes_case` ON `quotes` (`case_id`);--> statement-breakpoint
ALTER TABLE `payment_requests` ADD `case_id` text NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE `payment_requests` SET `case_id` = coalesce(`order_number`, (SELECT quotes.case_id FROM `quotes` WHERE quotes.id = quote_id));--> statement-breakpoint
UPDATE `payment_requests` SET `details` = json_set(`details`, '$.caseId', `case_id`)
	WHERE details ->> '$.addonTo' IS NOT NULL OR details ->> '$.orderNumber' IS NOT NULL OR NOT EXISTS (
		SELECT 1 FROM `quotes` WHERE quotes.id = quote_id AND about_order IS NOT NULL) AND quote_id IS NOT NULL;--> statement-breakpoint
UPDATE `payment_requests` SET `details` = json_remove(`details`, '$.addonTo', '$.orderNumber');--> statement-breakpoint
DROP INDEX `payment_requests_order`;--> statement-breakpoint
ALTER TABLE `payment_requests` DROP COLUMN `order_number`;--> statement-breakpoint
CREATE INDEX `payment_requests_case` ON `payment_requests` (`case_id`);--> statement-breakpoint
ALTER TABLE `quotes` DROP COLUMN `about_order`;--> statement-breakpoint
UPDATE `checkout_drafts` SET `details` = json_set(`details`, '$.caseId', details ->> '$.addonTo') WHERE details ->> '$.addonTo' IS NOT NULL;--> statement-breakpoint
UPDATE `checkout_drafts` SET `details` = json_set(`details`, '$.caseId', (SELECT case_id FROM `payment_requests` WHERE checkout_id = checkout_drafts.id))
	WHERE EXISTS (SELECT 1 FROM `payment_requests` WHERE checkout_id = checkout_drafts.id AND payment_requests.details ->> '$.caseId' IS NOT NULL);--> statement-breakpoint
UPDATE `checkout_drafts` SET `details` = json_remove(`details`, '$.addonTo', '$.orderNumber');--> statement-breakpoint
DROP INDEX `order_files_unsent`;--> statement-breakpoint
DROP INDEX `order_files_order`;--> statement-breakpoint
ALTER TABLE `order_files` RENAME COLUMN `order_number` TO `case_id`;--> statement-breakpoint
UPDATE `order_files` SET `case_id` = coalesce((SELECT orders.case_id FROM `orders` WHERE orders.order_number = order_files.case_id), (SELECT quotes.case_id FROM `quotes` WHERE quotes.number = order_files.case_id), order_files.case_id);--> statement-breakpoint
CREATE INDEX `order_files_case` ON `order_files` (`case_id`);--> statement-breakpoint
CREATE INDEX `order_files_unsent` ON `order_files` (`created_at`) WHERE case_id IS NULL;--> statement-breakpoint
DROP INDEX `order_messages_order`;--> statement-breakpoint
ALTER TABLE `order_messages` RENAME COLUMN `order_number` TO `case_id`;--> statement-breakpoint
UPDATE `order_messages` SET `case_id` = coalesce((SELECT orders.case_id FROM `orders` WHERE orders.order_number = order_messages.case_id), (SELECT quotes.case_id FROM `quotes` WHERE quotes.number = order_messages.case_id), order_messages.case_id);--> statement-breakpoint
CREATE INDEX `order_messages_case` ON `order_messages` (`case_id`);--> statement-breakpoint
DROP INDEX `promises_order`;--> statement-breakpoint
ALTER TABLE `promises` RENAME COLUMN `order_number` TO `case_id`;--> statement-breakpoint
UPDATE `promises` SET `case_id` = coalesce((SELECT orders.case_id FROM `orders` WHERE orders.order_number = promises.case_id), (SELECT quotes.case_id FROM `quotes` WHERE quotes.number = promises.case_id), promises.case_id);--> statement-breakpoint
CREATE INDEX `promises_case` ON `promises` (`case_id`);--> statement-breakpoint
ALTER TABLE `deliveries` RENAME COLUMN `order_number` TO `case_id`;--> statement-breakpoint
ALTER TABLE `customer_reviews` RENAME COLUMN `order_number` TO `case_id`;--> statement-breakpoint
ALTER TABLE `case_events` ADD `case_id` text;--> statement-breakpoint
ALTER TABLE `case_events` ADD `customer_id` integer REFERENCES customers(id);--> statement-breakpoint
UPDATE `case_events` SET `customer_id` = substr(`order_number`, 3) WHERE `order_number` LIKE 'C-%';--> statement-breakpoint
UPDATE `case_events` SET `case_id` = coalesce((SELECT orders.case_id FROM `orders` WHERE orders.order_number = case_events.order_number), (SELECT quotes.case_id FROM `quotes` WHERE quotes.number = case_events.order_number), case_events.order_number) WHERE `customer_id` IS NULL;--> statement-breakpoint
DROP INDEX `case_events_order`;--> statement-breakpoint
ALTER TABLE `case_events` DROP COLUMN `order_number`;--> statement-breakpoint
CREATE INDEX `case_events_case` ON `case_events` (`case_id`);--> statement-breakpoint
CREATE INDEX `case_events_customer` ON `case_events` (`customer_id`) WHERE customer_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `case_id` text;--> statement-breakpoint
UPDATE `outbox` SET `case_id` = coalesce((SELECT orders.case_id FROM `orders` WHERE orders.order_number = outbox.order_number), (SELECT quotes.case_id FROM `quotes` WHERE quotes.number = outbox.order_number), outbox.order_number) WHERE `order_number` IS NOT NULL;--> statement-breakpoint
UPDATE `outbox` SET `order_number` = NULL WHERE `order_number` LIKE 'Q-%';--> statement-breakpoint
DROP INDEX `outbox_order`;--> statement-breakpoint
CREATE INDEX `outbox_case` ON `outbox` (`case_id`);--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `case_id` text NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE `form_submissions` SET `case_id` = coalesce((SELECT orders.case_id FROM `orders` WHERE orders.order_number = form_submissions.order_number), `order_number`);--> statement-breakpoint
CREATE INDEX `form_submissions_case` ON `form_submissions` (`case_id`);--> statement-breakpoint
ALTER TABLE `on_hold_submissions` ADD `case_id` text NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE `on_hold_submissions` SET `case_id` = coalesce((SELECT orders.case_id FROM `orders` WHERE orders.order_number = on_hold_submissions.order_number), `order_number`);--> statement-breakpoint
CREATE INDEX `on_hold_submissions_case` ON `on_hold_submissions` (`case_id`);--> statement-breakpoint
ALTER TABLE `voice_agent_form_submissions` ADD `case_id` text NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE `voice_agent_form_submissions` SET `case_id` = coalesce((SELECT orders.case_id FROM `orders` WHERE orders.order_number = voice_agent_form_submissions.order_number), `order_number`);--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_case` ON `voice_agent_form_submissions` (`case_id`);--> statement-breakpoint
ALTER TABLE `promises` ADD `name` text;--> statement-breakpoint
ALTER TABLE `payment_requests` ADD `due_days` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `needed_forms` text;
