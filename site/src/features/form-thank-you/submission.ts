const MAX_LENGTH = { orderNumber: 24, email: 254 };

export type Submission = {
  type: 'website' | 'chatbot';
  orderNumber: string;
  email: string;
  /** No paid order needs this form, so only contact is promised. */
  isContactOnly: boolean;
};

/** Anyone can write a link, so the query is shown as plain, short text. */
export function readSubmission(search: string): Submission {
  const query = new URLSearchParams(search);
  const text = (name: keyof typeof MAX_LENGTH) => (query.get(name) ?? '').trim().slice(0, MAX_LENGTH[name]);
  return {
    type: query.get('type') === 'chatbot' ? 'chatbot' : 'website',
    orderNumber: text('orderNumber'),
    email: text('email'),
    isContactOnly: query.get('promises') === 'contact',
  };
}
