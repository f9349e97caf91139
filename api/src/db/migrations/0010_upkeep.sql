CREATE TABLE `upkeep` (
	`task` text PRIMARY KEY NOT NULL,
	`tried_at` integer NOT NULL,
	`succeeded_at` integer,
	`failure` text
);
