import { signed } from '../../base/signed.ts';
import type { EndpointRow } from './webhook-store.ts';
import { DAY_MS } from '../../base/units.ts';

const OLD_FOR_MS = DAY_MS;

type Signed = Pick<EndpointRow, 'id' | 'secretVersion' | 'rotatedAt' | 'createdAt'>;

/**
 * The secret of an endpoint, in the format of Standard Webhooks. It follows from the shop's own secret, so that
 * neither the database nor a copy of it contains it.
 */
export function secretOf(
  secret: string,
  { id, createdAt, secretVersion }: Omit<Signed, 'rotatedAt'>,
): string {
  const key = signed(secret, `webhook:${id}:${createdAt.getTime()}:${secretVersion}`);
  return `whsec_${key.toString('base64')}`;
}

/** The secrets to sign with: after a change, both for a day. */
export function secretsOf(secret: string, endpoint: Signed, now: Date): string[] {
  const { secretVersion, rotatedAt } = endpoint;
  const isNew = rotatedAt !== null && now.getTime() - rotatedAt.getTime() < OLD_FOR_MS;
  const versions = isNew ? [secretVersion, secretVersion - 1] : [secretVersion];
  return versions.map((version) => secretOf(secret, { ...endpoint, secretVersion: version }));
}
