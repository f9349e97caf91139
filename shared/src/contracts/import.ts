import * as z from 'zod/mini';
import { ById, NoDetails, type EndpointTable, act, success } from './endpoint.ts';
import { line } from './texts.ts';

/** Of a file, in bytes. */
export const MAX_IMPORT_BYTES = 5_000_000;
/** One file is stored in one transaction, during which the shop answers nobody. */
export const MAX_IMPORT_ROWS = 5_000;

/**
 * The text of a file. Spreadsheets save UTF-8, UTF-16, or on Windows its own encoding, which is taken for everything that isn't
 * UTF-8. Without a mark at the beginning, UTF-16 shows by its zeros.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0))
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export const ImportFile = z.object({
  /** The name of the file. */
  name: line(200, 'Please enter the name of the file'),
  /** What is in it, as CSV. */
  text: z.string('Please choose a file').check(z.maxLength(MAX_IMPORT_BYTES, 'The file is larger than 5 MB')),
});
export type ImportFile = z.infer<typeof ImportFile>;

/** What happens, or happened, to a row. */
const Fate = z.object({
  /** The first line of the row in the file. */
  line: z.int(),
  kind: z.enum(['customer', 'order', 'subscription']),
  /** The email address, as far as there is one. */
  who: z.string(),
  fate: z.enum(['add', 'exists', 'refused']),
  /** Why it isn't added, or what is added. */
  why: z.string(),
});
export type Fate = z.infer<typeof Fate>;

export const ImportCheck = success({
  counts: z.object({ add: z.int(), exists: z.int(), refused: z.int() }),
  /** The refused rows first. At most five hundred. */
  rows: z.array(Fate),
  /** The names of columns that Northlight doesn't know. */
  unread: z.array(z.string()),
});
export type ImportCheck = z.infer<typeof ImportCheck>;

const ListedImport = z.object({
  id: z.int(),
  name: z.string(),
  /** Who imported it. Null for the command. */
  by: z.nullable(z.string()),
  createdAt: z.string(),
  /** How many of its customers, orders, and notes are still there. */
  left: z.int(),
});
export type ListedImport = z.infer<typeof ListedImport>;

export const importEndpoints = {
  'GET /api/json/imports': {
    access: 'manage',
    summary: 'Lists the imports, newest first.',
    response: success({ imports: z.array(ListedImport) }),
  },
  'POST /api/admin/imports/check': {
    access: 'manage',
    summary: 'Says what an import would do with each row of a CSV file, and changes nothing.',
    body: ImportFile,
    response: ImportCheck,
  },
  'POST /api/admin/imports': act(
    'manage',
    'Imports customers, past orders, and subscriptions from a CSV file, all or nothing.',
    {
      confirms: true,
      body: z.extend(ImportFile, {
        /** Whether the other rows are imported if some are refused. */
        skipsRefused: z.boolean(),
      }),
    },
  ),
  'POST /api/admin/imports/:id/undo': act(
    'manage',
    'Removes what an import added, except what has changed since.',
    { confirms: true, params: ById, body: NoDetails },
  ),
} satisfies EndpointTable;
