DROP INDEX `webhook_messages_waiting`;--> statement-breakpoint
CREATE INDEX `webhook_messages_waiting` ON `webhook_messages` (`endpoint_id`,`next_attempt_at`) WHERE status = 'waiting';