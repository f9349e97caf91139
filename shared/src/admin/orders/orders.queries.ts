import { useQuery } from '@tanstack/react-query';
import { ORDERS_PATH } from '../../contracts/orders.ts';
import { useAdminHost } from '../admin-context.ts';

const REFETCH_MS = 30_000;
const STALE_MS = 10_000;

export function useOrders() {
  const { client } = useAdminHost();
  return useQuery({
    queryKey: [ORDERS_PATH],
    queryFn: client.orders,
    refetchInterval: REFETCH_MS,
    staleTime: STALE_MS,
  });
}
