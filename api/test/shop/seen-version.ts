/** The answer of a call that reads. */
type Shown = Readonly<Record<string, unknown>>;
/** What a caller sees before a change: where it is read, and its version there. */
type Seen = {
  path: RegExp;
  read: (part: string) => string;
  version: (shown: Shown, part: string) => unknown;
};

const byId =
  (list: string) =>
  ({ [list]: rows }: Shown, id: string) =>
    Object(rows).find?.((one: { id: number | string }) => String(one.id) === id)?.version;
const own = (name: string): Seen => ({
  path: new RegExp(`^/api/admin/${name}$`),
  read: () => `/api/json/${name}`,
  version: ({ version }) => version,
});
const ofCase = (call: string, version: Seen['version']): Seen => ({
  path: new RegExp(`^/api/admin/cases/([^/]+)/${call}$`),
  read: (number) => `/api/json/cases/${number}`,
  version,
});

const CALLS: readonly Seen[] = [
  ...['wording', 'rules', 'notices', 'profile', 'order-views'].map(own),
  {
    path: /^\/api\/admin\/security\/settings$/,
    read: () => '/api/json/security',
    version: ({ settings }) => Object(settings).version,
  },
  {
    path: /^\/api\/json\/live-payments$/,
    read: () => '/api/json/live-payments',
    version: ({ version }) => version,
  },
  { path: /^\/api\/admin\/people\/(\d+)$/, read: () => '/api/json/people', version: byId('people') },
  { path: /^\/api\/admin\/webhooks\/(\d+)$/, read: () => '/api/json/webhooks', version: byId('webhooks') },
  {
    path: /^\/api\/admin\/promo-codes\/(.+)$/,
    read: () => '/api/json/promo-codes',
    version: ({ codes }, code) =>
      Object(codes).find?.((one: { code: string }) => one.code === code.toUpperCase())?.version,
  },
  {
    path: /^\/api\/admin\/customers\/(\d+)(?:\/people)?$/,
    read: (id) => `/api/json/customers/${id}`,
    version: ({ version }) => version,
  },
  ofCase('assign', ({ order }) => Object(order).responsible ?? ''),
  ofCase('recurring', ({ recurring }) => Object(recurring).version),
  {
    path: /^\/api\/json\/quotes\/([^/]+)$/,
    read: (number) => `/api/json/quotes/${number}`,
    version: ({ quote }) => Object(quote).editVersion,
  },
  {
    path: /^\/api\/json\/shop\/versions\/\d+$/,
    read: () => '/api/json/shop',
    version: ({ version }) => version,
  },
  {
    path: /^\/api\/json\/connections\/(\w+)$/,
    read: () => '/api/json/connections',
    version: byId('connections'),
  },
];

/**
 * The body of a change with the version of now, as the dashboard sends it, which reads before it saves. A body that has one
 * keeps it.
 */
export async function withSeenVersion(
  path: string,
  body: unknown,
  get: (path: string) => Promise<{ body: unknown }>,
): Promise<unknown> {
  if (typeof body !== 'object' || body === null || 'version' in body) return body;
  for (const { path: pattern, read, version } of CALLS) {
    const [isIt, part = ''] = pattern.exec(path) ?? [];
    if (isIt === undefined) continue;
    const shown = (await get(read(part))).body;
    return { ...body, version: version(Object(shown), part) ?? '' };
  }
  return body;
}
