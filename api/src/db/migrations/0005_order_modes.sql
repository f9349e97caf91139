ALTER TABLE `payments` ADD `mode` text DEFAULT 'live' NOT NULL;--> statement-breakpoint
UPDATE `payments` SET `mode` = 'demo' WHERE `provider` LIKE 'demo-%' OR `id` IN (SELECT `payment_id` FROM `orders` WHERE `payment_mode` = 'demo');
