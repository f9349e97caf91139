CREATE TABLE `sellers` (
	`since` integer PRIMARY KEY NOT NULL,
	`seller` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `is_counted` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `webhook_events` SET `is_counted` = `attempts` > 0;--> statement-breakpoint
UPDATE `invoices` SET `state` = 'No state' WHERE `state` = 'Other' AND `order_id` IN (SELECT `id` FROM `orders` WHERE trim(coalesce(`state`, '')) = '' AND replace(replace(lower(`country`), '.', ''), ' ', '') IN ('', 'us', 'usa', 'unitedstates', 'unitedstatesofamerica'));
