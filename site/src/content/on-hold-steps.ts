export const onHoldSteps = [
  { title: 'Pay once', words: 'By card or PayPal. The confirmation mail brings your order number.' },
  {
    title: 'Say what to say',
    words: 'One form: what you do and what callers should hear. We contact you within 24 hours.',
  },
  { title: 'Get the file', words: 'An MP3 within one business day. Up to six updates are free.' },
] as const;
