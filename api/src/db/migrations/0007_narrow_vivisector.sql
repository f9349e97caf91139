CREATE TABLE `short_search` (
	`list` text NOT NULL,
	`row_id` integer NOT NULL,
	`words` text NOT NULL,
	PRIMARY KEY(`list`, `row_id`)
);
