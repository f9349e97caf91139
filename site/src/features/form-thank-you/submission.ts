const MAX_LENGTH = { orderNumber: 24, email: 254 };

export type Submission = {
  type: 'website' | 'chatbot';
  orderNumber: string;
  email: string;
  /** No paid order asks for it: nothing is promised but that we get in touch. */
  isContactOnly: boolean;
};

/** The query is text from strangers: anyone can write a link. It is shown as text, and not much of it. */
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
