CREATE TABLE `sellers` (
	`since` integer PRIMARY KEY NOT NULL,
	`seller` text NOT NULL
);--> statement-breakpoint
UPDATE `invoices` SET `state` = 'No state' WHERE `state` = 'Other' AND `order_id` IN (SELECT `id` FROM `orders` WHERE trim(coalesce(`state`, '')) = '' AND replace(replace(lower(`country`), '.', ''), ' ', '') IN ('', 'us', 'usa', 'unitedstates', 'unitedstatesofamerica'));
