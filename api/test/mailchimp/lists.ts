import { createHash } from 'node:crypto';

export type ChimpMember = {
  email_address: string;
  status: 'subscribed' | 'pending' | 'unsubscribed' | 'cleaned' | 'archived';
  merge_fields: Record<string, string>;
  tags: string[];
  /** How many confirmation emails Mailchimp has sent. */
  confirmationsSent: number;
  /** Set when Mailchimp refuses changes: `asks` accepts only `pending`, and `never` accepts nothing. */
  compliance?: 'asks' | 'never';
};

export type MailchimpAnswer = { status: number; body?: unknown };
export type MailchimpRecords = {
  members: Map<string, ChimpMember>;
  listId: string;
  /** Other lists of the account, by ID. */
  otherLists: Map<string, string>;
};
type Call = { method: string; path: string; query: string; body: unknown };
type Fields = { [name in 'email_address' | 'status_if_new' | 'status']?: string } & {
  merge_fields?: Record<string, string>;
  tags?: { name: string; status: string }[];
};

const MEMBER = /^\/3\.0\/lists\/(?<list>[^/]+)\/members\/(?<hash>[0-9a-f]{32})(?<tags>\/tags)?$/;

/** Mailchimp's rules for the members of one list, as documented and as reported by users. */
export function answerAsMailchimp(records: MailchimpRecords, call: Call): MailchimpAnswer {
  const { method, path, body } = call;
  if (method === 'GET' && path === `/3.0/lists/${records.listId}`) return presentList(records, call);
  if (method === 'GET' && path === '/3.0/lists') {
    const lists = [[records.listId, 'Customers'], ...records.otherLists].map(([id, name]) => ({ id, name }));
    return { status: 200, body: { lists } };
  }
  const { list, hash = '', tags } = MEMBER.exec(path)?.groups ?? {};
  if (list !== records.listId) return notFound();
  const fields = (body ?? {}) as Fields;
  const member = records.members.get(hash);
  if (tags !== undefined) return method === 'POST' && member ? tag(member, fields) : notFound();
  if (method === 'PUT') return member ? change(member, fields) : add(records, hash, fields);
  return member ? problem(405, 'Method Not Allowed', 'See the Allow header.') : notFound();
}

export const subscriberHash = (email: string): string =>
  createHash('md5').update(email.toLowerCase()).digest('hex');

export const problem = (status: number, title: string, detail: string): MailchimpAnswer => ({
  status,
  body: {
    type: 'https://mailchimp.com/developer/marketing/docs/errors/',
    title,
    status,
    detail,
    instance: '',
  },
});

function add({ members }: MailchimpRecords, hash: string, fields: Fields): MailchimpAnswer {
  const { email_address = '', status_if_new, merge_fields = {} } = fields;
  if (subscriberHash(email_address) !== hash)
    return problem(400, 'Invalid Resource', 'The resource submitted could not be validated.');
  if (email_address.endsWith('@fake.example'))
    return problem(
      400,
      'Invalid Resource',
      `${email_address} looks fake or invalid, please enter a real email address.`,
    );
  if (email_address.startsWith('eager'))
    return problem(
      400,
      'Invalid Resource',
      `${email_address} has signed up to a lot of lists very recently; we're not allowing more signups for now`,
    );
  if (email_address.startsWith('forgotten'))
    return problem(
      400,
      'Forgotten Email Not Subscribed',
      `${email_address} was permanently deleted and cannot be re-imported. The contact must re-subscribe to get back on the list.`,
    );
  if (status_if_new !== 'pending' && status_if_new !== 'subscribed')
    return problem(400, 'Invalid Resource', 'The new member has no status.');
  const member: ChimpMember = {
    email_address,
    status: status_if_new,
    merge_fields,
    tags: [],
    confirmationsSent: 0,
  };
  members.set(hash, member);
  if (status_if_new === 'pending') askForConfirmation(member);
  return present(member);
}

function change(member: ChimpMember, { status, merge_fields }: Fields): MailchimpAnswer {
  const comesBack = status === 'subscribed' && member.status === 'unsubscribed';
  const isHeld = member.compliance !== undefined && !(member.compliance === 'asks' && status === 'pending');
  if (comesBack || isHeld)
    return problem(
      400,
      'Member In Compliance State',
      `${member.email_address} is in a compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
    );
  Object.assign(member.merge_fields, merge_fields);
  if (status === 'pending') askForConfirmation(member);
  if (status === 'subscribed') member.status = status;
  return present(member);
}

function askForConfirmation(member: ChimpMember): void {
  member.status = 'pending';
  member.confirmationsSent += 1;
}

function tag(member: ChimpMember, { tags = [] }: Fields): MailchimpAnswer {
  const active = tags.filter(({ status }) => status === 'active').map(({ name }) => name);
  member.tags = [...new Set([...member.tags, ...active])];
  return { status: 204 };
}

/** `fields` selects what is answered. */
function presentList({ listId, members }: MailchimpRecords, { query }: Call): MailchimpAnswer {
  const list = { id: listId, name: 'Northlight customers', stats: { member_count: members.size } };
  const fields = new URLSearchParams(query).get('fields')?.split(',');
  const shown = Object.entries(list).filter(([name]) => fields?.includes(name) ?? true);
  return { status: 200, body: Object.fromEntries(shown) };
}

function present({ email_address, status, merge_fields, tags }: ChimpMember): MailchimpAnswer {
  const named = tags.map((name, id) => ({ id, name }));
  return {
    status: 200,
    body: { id: subscriberHash(email_address), email_address, status, merge_fields, tags: named },
  };
}

const notFound = () => problem(404, 'Resource Not Found', 'The requested resource could not be found.');
