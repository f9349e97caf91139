import type { Db } from './client.ts';

/**
 * Creates the triggers, whose names begin with `name`, and calls `fill` to bring their tables up to date, unless the
 * database has exactly these triggers already. Call it after the migrations: one that replaces a table drops its
 * triggers.
 */
export function keepTriggers(
  { $client: client }: Db,
  name: string,
  wanted: readonly string[],
  fill: () => void,
): void {
  const existing = client
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB '${name}_*'`)
    .all() as { name: string; sql: string }[];
  if (existing.length === wanted.length && existing.every(({ sql }) => wanted.includes(sql))) return;
  client.transaction(() => {
    for (const trigger of existing) client.exec(`DROP TRIGGER ${trigger.name}`);
    client.exec(wanted.join(';'));
    fill();
  })();
}
