import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as z from 'zod/mini';

/** One small file of settings. What is missing, or was written by another version, counts as `fallback`. */
export function createJsonFile<Content>(file: string, schema: z.ZodMiniType<Content>, fallback: Content) {
  return {
    read: (): Content => {
      try {
        return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        return fallback;
      }
    },
    /** Whole or not at all, also when the power goes. */
    write: (content: Content): void => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
