ALTER TABLE `refunds` ADD `way` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_key` ON `quotes` (`key`) WHERE key IS NOT NULL;