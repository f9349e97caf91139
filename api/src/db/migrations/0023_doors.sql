ALTER TABLE `admin_users` ADD `invitation_age_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_users` ADD `invitation_counted_at` integer;--> statement-breakpoint
ALTER TABLE `order_files` ADD `client_network` text;