CREATE TABLE `write_test` (
	`id` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
);
