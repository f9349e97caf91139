const MAX_LENGTH = { orderNumber: 24, email: 254 };

export type Submission = {
  type: 'website' | 'chatbot';
  orderNumber: string;
  email: string;
  /** What the page promises: what follows a website or voice agent form, only contact, or to read it once it is confirmed. */
  next: 'website' | 'chatbot' | 'contact' | 'confirm';
};

/** Anyone can write a link, so the query is shown as plain, short text. */
export function readSubmission(search: string): Submission {
  const query = new URLSearchParams(search);
  const text = (name: keyof typeof MAX_LENGTH) => (query.get(name) ?? '').trim().slice(0, MAX_LENGTH[name]);
  const promises = query.get('promises');
  const isOnlyTold = promises === 'contact' || promises === 'confirm';
  const type = query.get('type') === 'chatbot' ? 'chatbot' : 'website';
  return {
    type,
    next: isOnlyTold ? promises : type,
    orderNumber: text('orderNumber'),
    email: text('email'),
  };
}
