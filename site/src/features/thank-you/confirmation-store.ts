import { create } from 'zustand';
import { readConfirmation, type StoredConfirmation } from '../../lib/order-confirmation.ts';

type ConfirmationState = {
  /** Null when this browser has none. The server's HTML and the first render have not looked yet. */
  order: StoredConfirmation | null | 'unread';
};

export const useConfirmation = create<ConfirmationState>()(() => ({ order: 'unread' }));

export function restoreConfirmation(): void {
  useConfirmation.setState({ order: readConfirmation() });
}
