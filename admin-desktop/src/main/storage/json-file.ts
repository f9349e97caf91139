import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as z from 'zod/mini';

/**
 * A small settings file. If it is missing, or another version wrote it in a different format, `read` returns
 * `fallback`.
 */
export function createJsonFile<Content>(file: string, schema: z.ZodMiniType<Content>, fallback: Content) {
  return {
    read: (): Content => {
      try {
        return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        return fallback;
      }
    },
    /** Writes the whole file or nothing, even if the power fails. */
    write: (content: Content): void => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
