CREATE TABLE `mail_folders` (
	`folder` text PRIMARY KEY NOT NULL,
	`uid_validity` integer NOT NULL,
	`last_uid` integer NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `order_messages` ADD `by_email` text;