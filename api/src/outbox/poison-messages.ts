/**
 * Tells a closed way out from a message that closes it: whatever was in hand when the lane closed, and is still here when
 * another message has passed, gets a strike.
 */
export function createPoisonMessages() {
  const inHand = new Set<number>();
  const strikes = new Map<number, number>();
  return {
    /** The lane closed with this message in hand. */
    closed: (id: number): void => void inHand.add(id),
    /** This message passed. */
    passed: (id: number): void => {
      inHand.delete(id);
      strikes.delete(id);
      for (const other of inHand) strikes.set(other, (strikes.get(other) ?? 0) + 1);
      inHand.clear();
    },
    strikesOf: (id: number): number => strikes.get(id) ?? 0,
    /** Nobody tries it any more. */
    forget: (id: number): void => {
      inHand.delete(id);
      strikes.delete(id);
    },
  };
}
