import type { Mail } from '../mail/transport.ts';

/** A whole mail; name only what the test is about. */
export function aMail(changes: Partial<Mail> = {}): Mail {
  return {
    from: '"Northlight Studio" <hello@northlight.example>',
    to: 'ada@marlow-bicycles.example',
    replyTo: 'hello@northlight.example',
    subject: 'Your order ORD-10001',
    html: '<p>Thank you</p>',
    text: 'Thank you',
    messageId: '<order-confirmation.ORD-10001@localhost>',
    ...changes,
  };
}
