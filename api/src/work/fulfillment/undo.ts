import { createHash } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import type { Undo } from '@northlight/shared/contracts/endpoint.ts';
import { conflict } from '../../base/errors.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import { numberOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import type { RecordContext } from '../../db/context.ts';
import type { Db } from '../../db/client.ts';
import { formTables } from '../../db/schema/forms.ts';

/**
 * How long emails and webhooks of a status wait, and how long it can be taken back. The button is shown for ten seconds;
 * the rest is for several orders that are changed one after the other.
 */
const HELD_MS = 30_000;

/** What a status changes. `promises` are replaced as a whole, because ended ones are deleted. */
const CHANGED: Record<string, string> = {
  orders: 'id, work_status, delivered_at, due_at, review',
  ...Object.fromEntries(
    Object.values(formTables).map((table) => [getTableName(table), 'id, work_status, due_at']),
  ),
  promises: '*',
  payment_requests: 'id, state, reminds, updated_at',
};
/** What is to be sent, and the columns with the time. */
const QUEUES: Record<string, string[]> = {
  outbox: ['due_at', 'next_attempt_at'],
  webhook_messages: ['next_attempt_at'],
};
const ADDED = [...Object.keys(QUEUES), 'case_events'];

type Row = Record<string, unknown>;
type Kept = {
  caseId: CaseId;
  at: number;
  /** Of the newest event that was added. */
  eventAt: number;
  before: Record<string, Row[]>;
  /** Of what the status changes, as it left it. */
  after: string;
  /** The rows that it added. */
  added: Record<string, number[]>;
};

const tooLate = () =>
  conflict('undo_too_late', 'It’s too late to undo this. The customer may have been told.');
const changedSince = () =>
  conflict('undo_changed', 'The order has changed in the meantime, so this can’t be undone.');

/**
 * Runs what sets a status by hand, and returns what takes it back. Until then, nobody is told. Undefined if it changed
 * nothing. Call it inside a transaction.
 */
export function undoable(context: RecordContext, caseId: CaseId, work: () => void): Undo | undefined {
  const { $client } = context.db;
  const before = read(context.db, caseId);
  const idsAfter = (table: string, id: unknown) =>
    $client.prepare(`SELECT id FROM ${table} WHERE id > ?`).pluck().all(id) as number[];
  const last = ADDED.map((table) =>
    $client.prepare(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get(),
  );
  work();
  const added = Object.fromEntries(ADDED.map((table, index) => [table, idsAfter(table, last[index])]));
  if (Object.values(added).every((ids) => ids.length === 0)) return undefined;
  const at = context.now().getTime();
  for (const [table, columns] of Object.entries(QUEUES)) {
    const held = columns.map((column) => `${column} = max(${column}, ${at + HELD_MS})`);
    for (const id of added[table] ?? []) $client.prepare(`UPDATE ${table} SET ${held} WHERE id = ?`).run(id);
  }
  const eventAt = $client
    .prepare<[number | undefined], number>('SELECT created_at FROM case_events WHERE id = ?')
    .pluck()
    .get(added['case_events']?.at(-1));
  const kept: Kept = {
    caseId,
    at,
    eventAt: eventAt ?? 0,
    before,
    after: hashOf(read(context.db, caseId)),
    added,
  };
  const text = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return { orderNumber: numberOf(context.db, caseId), token: `${text}.${signatureOf(context, text)}` };
}

/** Takes a status back: promises, history, and what was to be sent are as before. Repeating it changes nothing. Call it inside a transaction. */
export function takeBack(context: RecordContext, caseId: CaseId, token: Undo['token']): void {
  const { $client } = context.db;
  const [text = '', signature = ''] = token.split('.');
  if (!isSameSignature(signature, signatureOf(context, text))) throw tooLate();
  const kept = JSON.parse(Buffer.from(text, 'base64url').toString()) as Kept;
  if (kept.caseId !== caseId || context.now().getTime() >= kept.at + HELD_MS) throw tooLate();
  const isThere =
    (table: string, where = '') =>
    (id: number) =>
      $client.prepare(`SELECT 1 FROM ${table} WHERE id = ?${where}`).get(id) !== undefined;
  // It was undone before. Another event can have got its ID since.
  if (!kept.added['case_events']?.some(isThere('case_events', ` AND created_at = ${kept.eventAt}`))) return;
  if (hashOf(read(context.db, caseId)) !== kept.after) throw changedSince();
  for (const table of Object.keys(QUEUES))
    if (!kept.added[table]?.every(isThere(table, ` AND status = 'waiting' AND attempts = 0`)))
      throw tooLate();
  for (const table of ADDED)
    for (const id of kept.added[table] ?? []) $client.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
  $client.prepare('DELETE FROM promises WHERE case_id = ?').run(caseId);
  for (const [table, rows] of Object.entries(kept.before))
    for (const row of rows) {
      const { id, ...values } = row;
      const names = Object.keys(values);
      const sql =
        table === 'promises'
          ? // Another order may have got its ID.
            `INSERT INTO promises (${names}, id) SELECT ${names.map(() => '?')}, (SELECT ? EXCEPT SELECT id FROM promises)`
          : `UPDATE ${table} SET ${names.map((name) => `${name} = ?`)} WHERE id = ?`;
      $client.prepare(sql).run(...Object.values(values), id);
    }
}

/** What a status may change of a case. */
const read = ({ $client }: Db, caseId: CaseId): Kept['before'] =>
  Object.fromEntries(
    Object.entries(CHANGED).map(([table, columns]) => {
      const sql = `SELECT ${columns} FROM ${table} WHERE case_id = ? ORDER BY id`;
      return [table, $client.prepare<string[], Row>(sql).all(caseId)];
    }),
  );

const hashOf = (rows: Kept['before']): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('base64url');

const signatureOf = ({ settings }: RecordContext, text: string): string =>
  signed(settings.secret, `undo:${text}`).toString('base64url');
