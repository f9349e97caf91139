/** The body of a checkout, by default for the voice agent, which is free. For tests and benches over HTTP. */
export const orderBody = (changes: object = {}) => ({
  checkoutId: crypto.randomUUID(),
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
  businessName: 'Marlow Bicycles',
  businessDescription: 'We repair and sell bicycles.',
  serviceTypes: ['voice'],
  basePrice: '0.00',
  initialPayment: '0.00',
  recurringPayment: '0.00',
  paymentMethod: 'credit-card',
  paymentStatus: 'completed',
  ...changes,
});
