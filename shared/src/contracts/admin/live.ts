/** Something that came in, which a notice tells of: `title` says from whom. */
export type Arrival = { kind: 'order' | 'submission'; orderNumber: string; title: string };

/** What an administrator or a payment provider changed: work status, note, refund, message. The number is null for a message about no order. */
export type Change = { kind: 'change'; orderNumber: string | null };

export type LiveEvent = Arrival | Change;
