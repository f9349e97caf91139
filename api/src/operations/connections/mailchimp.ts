import * as z from 'zod/mini';
import type { Values } from '../../base/settings/connections.ts';
import type { Env } from '../../base/settings/env.ts';
import { Problem, type Service } from './service.ts';

const WITHIN_MS = 8_000;
const Lists = z.object({ lists: z.array(z.object({ id: z.string(), name: z.string() })) });

export const mailchimpService: Service = {
  unmade: () => ({ audience: 'unmade' }),
  refuse({ apiKey = '' }, env) {
    if (!/-[a-z]+\d+$/i.test(apiKey) && !env.variables['MAILCHIMP_API_BASE'])
      throw new Problem(
        'apiKey',
        'This isn’t a whole API key. It ends with a dash and a server, such as -us21.',
      );
  },
  async connect({ values, env }) {
    const audiences = await readLists(values, env);
    const chosen = audiences.find(({ id }) => id === values['audience']);
    const [only, ...others] = audiences;
    if (!only)
      throw new Problem('apiKey', 'This Mailchimp account has no audience yet. Create one there first.');
    if (!chosen && others.length > 0)
      return { choices: { audience: Object.fromEntries(audiences.map(({ id, name }) => [id, name])) } };
    const { id, name } = chosen ?? only;
    return { made: { audience: id }, facts: [`Customers are invited to the audience ${name}.`] };
  },
};

async function readLists({ apiKey = '' }: Values, env: Env) {
  const server = /-([a-z]+\d+)$/i.exec(apiKey)?.[1];
  const base = (env.variables['MAILCHIMP_API_BASE'] ?? `https://${server}.api.mailchimp.com/3.0`).replace(
    /\/+$/,
    '',
  );
  const answer = await fetch(`${base}/lists?fields=lists.id,lists.name&count=100`, {
    headers: { authorization: `Basic ${Buffer.from(`shop:${apiKey}`).toString('base64')}` },
    // A key must not follow a redirect.
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN_MS),
  }).catch(() => null);
  if (answer?.status === 401 || answer?.status === 403)
    throw new Problem(
      'apiKey',
      'Mailchimp doesn’t accept this key. It may have been revoked. Create a new one.',
    );
  const { data } = Lists.safeParse(await answer?.json().catch(() => null));
  if (!answer?.ok || !data)
    throw new Problem('apiKey', 'Mailchimp didn’t answer, so the key wasn’t checked. Try again in a minute.');
  return data.lists;
}
