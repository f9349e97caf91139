export const onHoldSteps = [
  { title: 'Pay once', words: 'Pay by card or PayPal. Your confirmation email has your order number.' },
  {
    title: 'Tell us your message',
    words: 'Fill out one form: what you do and what callers should hear. We’ll contact you within 24 hours.',
  },
  { title: 'Get the file', words: 'You’ll get an MP3 within one business day. Up to six updates are free.' },
] as const;
