CREATE TABLE `shop_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`values` text NOT NULL,
	`state` text NOT NULL,
	`publish_at` integer,
	`published_at` integer,
	`failure` text,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `shop_versions_published` ON `shop_versions` (`published_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `terms` text;