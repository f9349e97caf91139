CREATE TABLE `search_queue` (
	`order_id` integer PRIMARY KEY NOT NULL
);
