ALTER TABLE `refunds` ADD `way` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_key` ON `quotes` (`key`) WHERE key IS NOT NULL;--> statement-breakpoint
INSERT INTO `short_search` (`list`, `row_id`, `words`) SELECT 'quotes', `id`, lower(`number` || ' ' || (`customer` ->> '$.firstName') || ' ' || (`customer` ->> '$.lastName') || ' ' || `email` || ' ' || (`customer` ->> '$.businessName')) FROM `quotes`;
