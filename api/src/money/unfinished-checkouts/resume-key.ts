import { isSameSignature, signed } from '../../base/signed.ts';
import { DAY_MS } from '../../base/units.ts';
import type { RecordContext } from '../../db/context.ts';
import * as unfinishedStore from './unfinished-store.ts';
import type { Unfinished } from './unfinished-store.ts';

const ENDS_AFTER_MS = 7 * DAY_MS;

// Opens one unfinished checkout, and nothing else. It does not name the checkout’s own ID, which would open its
// order once it is paid. It is signed for the address that it was sent to, so it ends when another address gets
// a link to the same checkout.

type Signed = Pick<Unfinished, 'id' | 'createdAt' | 'linkFor'>;

const sign = (secret: string, content: string, linkFor: string | null): string =>
  signed(secret, `resume-checkout:${content}:${linkFor}`).toString('base64url').slice(0, 32);

/** `createdAt` is included because a restored backup reuses IDs. */
export function resumeKeyOf(secret: string, { id, createdAt, linkFor }: Signed, sentAt: Date): string {
  const content = `${id}.${createdAt.getTime()}.${sentAt.getTime() + ENDS_AFTER_MS}`;
  return `${content}.${sign(secret, content, linkFor)}`;
}

const parts = (key: string) => /^((\d+)\.(\d+)\.(\d+))\.([\w-]{32})$/.exec(key) ?? [];

/** The ID of the checkout that a key claims to open. */
export const idInResumeKey = (key: string): number => Number(parts(key)[2] ?? 0);

/** Whether a key opens this checkout now. */
export function isResumeKey(secret: string, key: string, { createdAt, linkFor }: Signed, now: Date): boolean {
  const [, content = '', , created, endsAt, signature = ''] = parts(key);
  return (
    linkFor !== null &&
    isSameSignature(signature, sign(secret, content, linkFor)) &&
    Number(created) === createdAt.getTime() &&
    now.getTime() < Number(endsAt)
  );
}

/** The address that such a key was sent to, while it works. */
export function addressOfResumeKey({ db, settings, now }: RecordContext, key: string): string | undefined {
  const row = unfinishedStore.byId(db, idInResumeKey(key));
  return row && isResumeKey(settings.secret, key, row, now()) ? (row.linkFor ?? undefined) : undefined;
}
