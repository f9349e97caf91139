import { useQuery } from '@tanstack/react-query';
import { WORK_LABELS, WORK_STATUSES, type WorkStatus } from '../../contracts/lists.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { AdminClient } from '../base/admin-client.ts';
import { reads } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';

const CASE = 'GET /api/json/cases/:orderNumber';
const ASSIGN = 'POST /api/admin/cases/:orderNumber/assign';
const CHANGE_STATUS = 'POST /api/admin/cases/:orderNumber/work-status';
type Work = (client: AdminClient, orderNumber: string) => Promise<ResponseOf<typeof CHANGE_STATUS>>;
/** What can be done with each of several orders. `group`: the menu that it stands in. */
export type Act = {
  name: string;
  group?: 'Status' | 'Responsible';
  /** Asked before what customers or others are told. What can be undone is done at once. */
  ask?: (orders: string) => { title: string; text: string; confirm: string };
  /** What was done, in the toast: "Reminder sent", or "are in progress" for those that are something now. */
  done: string;
  isState?: true;
  work: Work;
};

export const labelOf = ({ group, name }: Act): string => (group ? `${group}: ${name}` : name);

const WORK_DONE: Record<WorkStatus, string> = {
  new: 'new',
  waiting: 'waiting for the customer',
  'in-progress': 'in progress',
  delivered: 'delivered',
};

const statuses = WORK_STATUSES.map((workStatus): Act => ({
  group: 'Status',
  isState: true,
  name: WORK_LABELS[workStatus],
  ...(workStatus === 'delivered' && {
    ask: (orders) => ({
      title: `Mark ${orders} as delivered?`,
      text: 'Customers read it on their page. Work without a delivered version is closed instead: the customer reads “closed” instead of “finished,” and its deadlines no longer count.',
      confirm: 'Mark as delivered',
    }),
  }),
  done: WORK_DONE[workStatus],
  work: async (client, orderNumber) => {
    const params = { orderNumber };
    const { workVersion } = await client.call(CASE, { params });
    return client.call(CHANGE_STATUS, { params, body: { workStatus, workVersion } });
  },
}));

const remind: Act = {
  name: 'Remind',
  ask: (orders) => ({
    title: `Remind the customers of ${orders}?`,
    text: 'Each customer whose form is missing gets an email now, at most one a day. The others get none.',
    confirm: 'Send the reminders',
  }),
  done: 'Reminder sent',
  work: (client, orderNumber) =>
    client.call('POST /api/admin/cases/:orderNumber/remind', { params: { orderNumber } }),
};

const assign = (adminId: number | null, name: string): Act => ({
  group: 'Responsible',
  name,
  ask: (orders) => ({
    title: `Change who is responsible for ${orders}?`,
    text: adminId ? `${name} gets an email for each order. Customers aren’t told.` : 'Nobody gets an email.',
    confirm: 'Assign',
  }),
  done: 'Responsible person saved',
  work: async (client, orderNumber) => {
    const params = { orderNumber };
    const version = (await client.call(CASE, { params })).order?.responsible ?? '';
    return client.call(ASSIGN, { params, body: { adminId, version } });
  },
});

/** What the person may do with orders, besides writing to their customers. */
export function useActs(): Act[] {
  const mayWork = useMay('work');
  const { data: { team } = { team: [] } } = useQuery({ ...reads('GET /api/json/team'), enabled: mayWork });
  if (!mayWork) return [];
  const people =
    team.length > 1 ? [...team.map(({ id, name }) => assign(id, name)), assign(null, 'Nobody')] : [];
  return [...statuses, ...people, remind];
}

/** "2 orders are in progress", "1 of 2 orders is in progress" */
export function stateWords(all: number, failed: number, state: string): string {
  const count = all - failed;
  return `${count}${failed > 0 ? ` of ${all}` : ''} ${all === 1 ? 'order' : 'orders'} ${count === 1 || all === 1 ? 'is' : 'are'} ${state}`;
}
