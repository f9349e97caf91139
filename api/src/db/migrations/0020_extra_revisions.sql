ALTER TABLE `orders` ADD `addon_to` text;--> statement-breakpoint
CREATE INDEX `orders_addon` ON `orders` (`addon_to`) WHERE addon_to IS NOT NULL;