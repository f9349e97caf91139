CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`sealed` blob,
	`version` integer DEFAULT 0 NOT NULL,
	`checked_at` integer,
	`since` integer,
	`failure` text,
	`facts` text
);
