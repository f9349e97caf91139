/**
 * Tells an outage from a message that causes one: a message in hand when an outage began gets a strike when
 * another message is sent in the meantime.
 */
export function createPoisonMessages() {
  const inHand = new Set<number>();
  const strikes = new Map<number, number>();
  return {
    /** An outage began with this message in hand. */
    outageBegan: (id: number): void => void inHand.add(id),
    /** This message was sent. */
    sent: (id: number): void => {
      inHand.delete(id);
      strikes.delete(id);
      for (const other of inHand) strikes.set(other, (strikes.get(other) ?? 0) + 1);
      inHand.clear();
    },
    strikesOf: (id: number): number => strikes.get(id) ?? 0,
    /** It will not be tried again. */
    forget: (id: number): void => {
      inHand.delete(id);
      strikes.delete(id);
    },
  };
}
