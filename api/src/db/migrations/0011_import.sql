CREATE TABLE `imported_people` (
	`email` text PRIMARY KEY NOT NULL,
	`import_id` integer NOT NULL,
	`name` text NOT NULL,
	`business_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `imported_people_import` ON `imported_people` (`import_id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `imported` text;--> statement-breakpoint
CREATE INDEX `orders_imported` ON `orders` (`id`) WHERE imported IS NOT NULL;